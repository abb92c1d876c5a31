#!/usr/bin/python3
"""Who owns what in Python, what is read-only, and what other threads and Ctrl-C may do meanwhile.

Usage: python_lifetimes.py BIN_DIR SOURCE_DIR
"""
import gc
import os
import signal
import threading
import time

import numpy as np

from lib.keystone import check, finish
from lib.module import keystone, refuses


def churn():
    """Gives freed memory to others, so that a view of it would show."""
    gc.collect()
    return [np.full(2000, 7.25) for _ in range(200)]


def a_problem_outlives_its_simulation():
    sim = keystone.Simulation("wall_5x5")
    sim.step(20)
    problem = sim.problem
    q, hash_before = problem.q.copy(), sim.state_hash
    check(sim.problem is problem, "one copy a step")
    sim.step()
    check(sim.problem is not problem and np.array_equal(problem.q, q), "the next step leaves it alone")
    del sim
    churn()
    check(np.array_equal(problem.q, q), "so does the end of the simulation")
    check(keystone.solve(problem).status == "converged" and hash_before, "and it can be solved")


def views_outlive_their_owners():
    def arrays():
        sim = keystone.Simulation("pyramid3d_5")
        sim.step(20)
        problem = sim.problem
        solution = keystone.solve(problem)
        return [problem.q, problem.mu, problem.points, problem.normals, problem.pairs, problem.v_free, problem.J.data,
                problem.W.data, problem.W.indices, solution.impulses]
    views = arrays()
    kept = [view.copy() for view in views]
    churn()
    check(all(np.array_equal(view, copy) for view, copy in zip(views, kept)), "views keep what they show")


def views_are_views_and_read_only():
    sim = keystone.Simulation("wall_5x5")
    sim.step(20)
    problem = sim.problem
    solution = keystone.solve(problem)
    J, W = problem.J, problem.W
    shared = [(problem.q, problem.q), (J.data, problem.J.data), (J.indices, problem.J.indices),
              (W.data, problem.W.data), (W.indptr, problem.W.indptr), (problem.points, problem.points),
              (solution.impulses, solution.impulses)]
    for first, second in shared:
        check(np.shares_memory(first, second), "two views of one memory")
        check(not first.flags.writeable and not first.flags.owndata, "read-only, and nobody's own")
        for attempt in (lambda: first.__setitem__(0, 1), lambda: first.setflags(write=True)):
            try:
                attempt()
                check(False, "nobody writes to a problem")
            except ValueError:
                check(True, "refused")
    check((J @ np.ones(J.shape[1])).shape == (problem.rows,) and (W.T @ W).shape == W.shape, "SciPy takes them")
    check(solution.velocities.flags.writeable and sim.net_contact_forces.flags.writeable, "copies are the caller's own")


def other_threads_go_on():
    sim = keystone.Simulation("wall_40x25")
    ticks, over = [], threading.Event()

    def tick():
        while not over.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    begin = time.perf_counter()
    sim.step(20)
    end = time.perf_counter()
    over.set()
    ticker.join()
    during = sum(begin < at < end for at in ticks)
    # Without the lock released there is none at all while one call runs, however long it takes.
    check(during >= 3, f"{during} ticks of another thread within {end - begin:.3f} s of steps")


def two_threads_work_at_once():
    def worlds(results, number):
        sim = keystone.Simulation("pyramid3d_5")
        sim.step(25)
        results[number] = (sim.state_hash, keystone.solve(sim.problem).impulses.tobytes())

    alone, together = {}, {}
    worlds(alone, 0)
    threads = [threading.Thread(target=worlds, args=(together, number)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(together == {0: alone[0], 1: alone[0]}, "two threads, two worlds: the same bits as one")
    problem = keystone.Simulation("wall_10x10")
    problem.step(20)
    shared, hashes = problem.problem, set()
    threads = [threading.Thread(target=lambda: hashes.add(keystone.solve(shared).impulses.tobytes() +
                                                          shared.W.data.tobytes())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(len(hashes) == 1, "one problem, four threads: the same bits")


def one_thread_at_a_time_steps():
    sim = keystone.Simulation("wall_40x25")
    stepping = threading.Thread(target=lambda: sim.step(40))
    stepping.start()
    deadline = time.monotonic() + 60
    line = ""
    while not line and time.monotonic() < deadline and stepping.is_alive():
        try:
            sim.time
        except keystone.Error as error:
            line = str(error)
    refuses("a step beside another", sim.step, "another thread")
    check("another thread" in line, f"a simulation in a step says so: {line!r}")
    stepping.join()
    check(sim.steps == 40, "and is free again afterwards")


def interrupts():
    sim = keystone.Simulation("wall_40x25")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    try:
        sim.step(1000000)
        check(False, "Ctrl-C ends the steps")
    except KeyboardInterrupt:
        check(time.monotonic() - begin < 60, "Ctrl-C ends the steps soon")
    steps, sim_hash = sim.steps, sim.state_hash
    check(0 <= steps < 1000000, f"after some of them: {steps}")
    twin = keystone.Simulation("wall_40x25")
    twin.step(steps)
    check(twin.state_hash == sim_hash, "between two steps: the state is that of so many steps")
    check(signal.getsignal(signal.SIGINT) is signal.default_int_handler, "and Python has its handler back")
    sim.step(1)
    problem = sim.problem
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        for _ in range(1000):  # far more work than a minute's, in solves of some seconds
            keystone.solve(problem, "nsgs", parameters={"iterations": 10000})
        check(False, "Ctrl-C ends a solve")
    except KeyboardInterrupt:
        check(keystone.solve(problem).status == "converged", "Ctrl-C ends a solve, and the problem is as it was")


def a_handler_of_the_programs_own_is_asked():
    asked = []
    before = signal.signal(signal.SIGINT, lambda *_: asked.append(1))
    sim = keystone.Simulation("wall_40x25")
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    refuses("steps that a handler without an exception stops", lambda: sim.step(1000000), "stopped by a signal")
    signal.signal(signal.SIGINT, before)
    check(asked == [1], "the program's own handler is called, once")


for part in (a_problem_outlives_its_simulation, views_outlive_their_owners, views_are_views_and_read_only,
             other_threads_go_on, two_threads_work_at_once, one_thread_at_a_time_steps, interrupts,
             a_handler_of_the_programs_own_is_asked):
    part()
finish()
