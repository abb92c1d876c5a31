#!/usr/bin/python3
"""keystone-cli analyze: the verdict, the first accelerations and the contact forces, as JSON and as a table."""

from lib.keystone import check, check_refused, cli, cli_json, finish

BALANCED = {"diamond_4": True, "diamond_5": False, "harmonic_10": True, "harmonic_10_over": False, "arch": True}
for scene, balanced in BALANCED.items():
    for solver in ("gauss", "pivoting"):
        result = cli_json("analyze", scene, "--solver", solver)
        check(result["balanced"] is balanced, f"{scene} by {solver}: balanced {result['balanced']}")
        check(result["residual"] <= 1e-9, f"{scene} by {solver}: residual {result['residual']}")

result = cli_json("analyze", "diamond_5", "--solver", "gauss")
end = next(body for body in result["bodies"] if body["name"] == "brick_11")
for found, truth in zip(end["linear"] + end["angular"], [-0.642109, -2.247382, 0, 0, 0, 2.568436]):
    check(abs(found - truth) < 1e-6, f"brick_11: {found}, expected {truth}")
check(set(result["contacts"][0]) == {"a", "b", "point", "normal", "normal_force_N", "friction_N", "opens"},
      f"contact keys {sorted(result['contacts'][0])}")
ground = sum(c["normal_force_N"] for c in result["contacts"] if c["a"] == "ground")
check(abs(ground - 121661.8) < 0.1, f"ground carries {ground} N, less than the weight of 122625 N by what falls")

check(cli_json("analyze", "arch", "--frictionless")["balanced"] is False, "an arch without friction stands")
text = cli("analyze", "diamond_5").stdout
check("balanced" in text and "first accelerations" in text and "brick_25" in text, f"table: {text[:200]!r}")
check_refused("unknown scene", "analyze", "no_such_scene", mentions="no_such_scene")
finish()
