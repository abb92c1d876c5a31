"""Random scenes that stand or do not: bricks, hulls and leaning cards, in the plane and in space, gravity tilted."""
import math

FAMILIES = ("bricks", "wedges", "card", "pillars", "boxes", "frusta", "turned")


def body(name, shape, centre, mass, **more):
    return {"name": name, "shape": shape, "centre": centre, "mass": mass, "material": "stuff", **more}


def bricks(random):
    """Planar boxes on each other, each a little off."""
    bodies, x, y = [], 0.0, 0.0
    for i in range(random.randint(2, 7)):
        width, height = random.uniform(0.5, 1.5), random.uniform(0.2, 0.6)
        x += random.uniform(-0.3, 0.3)
        bodies.append(body(f"brick_{i}", {"type": "box", "size": [width, height]}, [x, y + height / 2],
                           random.uniform(0.5, 5.0)))
        y += height
    return bodies


def wedges(random):
    """Planar wedges, their faces parallel two by two: each lies on a slope."""
    bodies, y, slope = [], 0.0, 0.0
    for i in range(random.randint(1, 4)):
        top = random.uniform(-0.35, 0.35)
        height, low, high = random.uniform(0.5, 0.8), -0.5 * slope, 0.5 * slope
        left, right = height - 0.5 * top, height + 0.5 * top
        points = [[-0.5, low], [0.5, high], [0.5, right], [-0.5, left]]
        area = sum(p[0] * q[1] - q[0] * p[1] for p, q in around(points)) / 2
        centre = [sum((p[k] + q[k]) * (p[0] * q[1] - q[0] * p[1]) for p, q in around(points)) / (6 * area)
                  for k in (0, 1)]
        bodies.append(body(f"wedge_{i}", {"type": "hull", "points": points}, [centre[0], y + centre[1]],
                           random.uniform(0.5, 5.0)))
        y, slope = y + height, top
    return bodies


def around(points):
    return zip(points, points[1:] + points[:1])


def card(random):
    """A card that leans on a box, which may slide or tip."""
    length, thick, lean = random.uniform(1.0, 2.0), random.uniform(0.02, 0.1), random.uniform(0.2, 1.0)
    sine, cosine = math.sin(lean), math.cos(lean)
    top = thick / 2 * cosine + length / 2 * sine
    y = thick / 2 * sine + length / 2 * cosine
    width, height = random.uniform(0.2, 0.8), 2.2
    kind = "static" if random.random() < 0.5 else "dynamic"
    bodies = [body("support", {"type": "box", "size": [width, height]}, [width / 2, height / 2],
                   random.uniform(1.0, 10.0), kind=kind),
              body("card", {"type": "box", "size": [thick, length]}, [-top, y], random.uniform(0.2, 2.0), angle=-lean)]
    if kind == "static":
        del bodies[0]["mass"]
    return bodies


def pillars(random):
    """Planar: a beam on two pillars and a brick on the beam."""
    height = random.uniform(0.4, 1.5)
    bodies = [body(f"pillar_{i}", {"type": "box", "size": [0.3, height]}, [x + random.uniform(-0.2, 0.2), height / 2],
                   random.uniform(0.5, 3.0)) for i, x in enumerate((-0.8, 0.8))]
    bodies.append(body("beam", {"type": "box", "size": [random.uniform(1.6, 3.0), 0.3]},
                       [random.uniform(-0.4, 0.4), height + 0.15], random.uniform(0.5, 3.0)))
    bodies.append(body("load", {"type": "box", "size": [0.4, 0.4]}, [random.uniform(-1.2, 1.2), height + 0.5],
                       random.uniform(0.5, 8.0)))
    return bodies


def pile(random, shape_of, most):
    bodies, x, z, y = [], 0.0, 0.0, 0.0
    for i in range(random.randint(1, most)):
        height = random.uniform(0.2, 0.6)
        x, z = x + random.uniform(-0.25, 0.25), z + random.uniform(-0.25, 0.25)
        bodies.append(body(f"body_{i}", shape_of(height), [x, y + height / 2, z], random.uniform(0.5, 5.0)))
        y += height
    return bodies


def boxes(random):
    return pile(random, lambda height: {"type": "box", "size": [random.uniform(0.5, 1.5), height,
                                                                random.uniform(0.5, 1.5)]}, 5)


def turned(random):
    """Boxes in space, each turned about the vertical."""
    bodies = boxes(random)
    for one in bodies:
        one |= {"axis": [0, 1, 0], "angle": random.uniform(-1.0, 1.0)}
    return bodies


def frusta(random):
    """Prisms of 3 to 8 sides, alike at top and bottom, so that their centres are where they are placed."""
    def prism(height):
        sides, radius, start = random.randint(3, 8), random.uniform(0.4, 0.9), random.uniform(0.0, 1.0)
        angles = [start + 2 * math.pi * k / sides for k in range(sides)]
        corners = [(radius * math.cos(angle), radius * math.sin(angle)) for angle in angles]
        return {"type": "hull", "points": [[x, y, z] for x, z in corners for y in (-height / 2, height / 2)]}
    return pile(random, prism, 4)


def scene(family, random):
    """Its friction, gravity and bodies; the ground is the first of them."""
    planar = family in ("bricks", "wedges", "card", "pillars")
    mu = random.choice((0.0, random.uniform(0.0, 1.0), random.uniform(0.0, 1.0), random.uniform(0.2, 1.0)))
    tilt, about = random.choice((0.0, random.uniform(0.0, 0.4))), 0.0 if planar else random.uniform(0.0, 2 * math.pi)
    gravity = [9.81 * math.sin(tilt) * math.cos(about), -9.81 * math.cos(tilt), 9.81 * math.sin(tilt) * math.sin(about)]
    ground = {"name": "ground", "shape": {"type": "halfspace"}, "material": "stuff"}
    return {"keystone": 1, "name": family, "planar": planar, "gravity": gravity[:2] if planar else gravity,
            "materials": {"stuff": {"mu": mu}}, "bodies": [ground] + globals()[family](random)}
