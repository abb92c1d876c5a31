#!/usr/bin/python3
"""keystone-cli import and convert: robots as scenes, scenes as MJCF, and what is said of what is not taken."""
import json
import tempfile
from pathlib import Path

from lib.keystone import SOURCE_DIR, check, check_refused, cli_json, finish

ROBOTS = SOURCE_DIR / "tests" / "data" / "robots"
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    for robot, joints in (("arm.xml", 5), ("quadruped.xml", 8), ("four_bar.xml", 4), ("arm.urdf", 3),
                          ("yard.world", 2)):
        scene = folder / (robot + ".json")
        result = cli_json("import", ROBOTS / robot, "--out", scene)
        check(result["joints"] == joints, f"{robot}: {result['joints']} joints")
        saved = json.loads(scene.read_text())
        check(saved["stepper"]["coordinates"] == "reduced", f"{robot} is stepped in reduced coordinates")
        first = cli_json("run", scene, "--steps", 20)
        check(first["not_converged"] == 0 and first["residual_max"] <= 1e-9, f"{robot}: {first}")
        check(first["state_hash"] == cli_json("run", ROBOTS / robot, "--steps", 20)["state_hash"],
              f"{robot} runs alike by itself and as a scene")
    notes = cli_json("import", ROBOTS / "quadruped.xml", "--out", folder / "q.json")["notes"]
    check(any("quadruped.xml:14: <light>" in note for note in notes), f"the light is mentioned: {notes}")
    check([note[-9:] for note in notes if "<motor>" in note] == ["(8 times)"], f"motors are counted: {notes}")
    run_notes = cli_json("run", ROBOTS / "quadruped.xml", "--steps", 1)["notes"]
    check(run_notes[:len(notes)] == notes, f"run says what import says: {run_notes}")
    notes = cli_json("import", ROBOTS / "yard.world", "--out", folder / "y.json")["notes"]
    check([note.split("yard.world:")[1] for note in notes] ==
          ["10: <light>: not taken (no effect on motion)", "112: <plugin>: not taken"], f"of the yard: {notes}")
    limp = folder / "limp.json"
    cli_json("import", ROBOTS / "quadruped.xml", "--out", limp, "--limp")
    check("motor" not in limp.read_text(), "no motors in a limp robot")

    seen_only = folder / "seen_only.xml"
    seen_only.write_text("<mujoco><worldbody><body><freejoint/><geom size='0.1' contype='0' conaffinity='0'/></body>"
                         "</worldbody><keyframe><key name='up' qpos='0 0 7 1 0 0 0'/></keyframe></mujoco>")
    scene = folder / "seen_only.json"
    cli_json("import", seen_only, "--out", scene, "--keyframe", "up")
    centre = json.loads(scene.read_text())["bodies"][0]["centre"]
    check(abs(centre[1] - 7.0) < 1e-12, f"a keyframe places the body: {centre}")
    state = folder / "state.json"
    cli_json("run", scene, "--steps", 3, "--state", state)
    cli_json("run", state, "--steps", 3)
    stand = folder / "stand.urdf"
    stand.write_text("<robot><link name='a'><inertial><mass value='1'/></inertial>"
                     "<collision><geometry><sphere radius='0.1'/></geometry></collision></link></robot>")
    for base, kind in (("free", "dynamic"), ("fixed", "static")):
        cli_json("import", stand, "--out", scene, "--base", base)
        check(f'"kind":"{kind}"' in scene.read_text(), f"a base that is {base}")

    there = folder / "ragdoll.xml"
    result = cli_json("convert", "ragdoll", "--out", there)
    check(any("cone: a distance" in note for note in result["notes"]), f"cones are mentioned: {result['notes']}")
    again = cli_json("import", there, "--out", folder / "ragdoll.json")
    check(again["bodies"] == result["bodies"], f"{again['bodies']} bodies, of {result['bodies']}")

    bad = folder / "bad.xml"
    bad.write_text("<mujoco>\n<worldbody>\n<body><geom size='1'/><joint type='screw'/></body></worldbody></mujoco>")
    check_refused("a bad joint", "import", bad, "--out", folder / "x.json", mentions="bad.xml:3: <joint>")
    check_refused("a bad robot", "run", bad, mentions="bad.xml:3: <joint>")
    check_refused("no robot", "import", "wall_10x10", "--out", folder / "x.json", mentions=".urdf")
    check_refused("no file", "import", folder / "none.xml", "--out", folder / "x.json", mentions="none.xml")
    check_refused("another format", "convert", "ragdoll", "--out", folder / "x.usd", mentions="FILE.xml")
    check_refused("a scene in XML", "import", ROBOTS / "arm.xml", "--out", folder / "x.xml", mentions="FILE.json")
    check_refused("no folder", "convert", "ragdoll", "--out", folder / "no" / "x.xml", mentions="x.xml")
    check(not (folder / "x.json").exists(), "nothing is written of a bad robot")
finish()
