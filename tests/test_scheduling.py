"""Rooms whose tests share servers run in one process, all others file by file."""

from tests.support.scheduling import unit_of


def test_what_shares_a_server_runs_in_one_process() -> None:
    browser = {unit_of(f"tests/browser/{file}::test_it[en]") for file in ("test_plan.py", "test_map.py")}
    gateways = {unit_of(f"tests/gateways/{file}::test_it") for file in ("test_a2a.py", "test_agui.py")}
    assert (len(browser), len(gateways), len(browser | gateways)) == (1, 1, 2)


def test_all_else_runs_file_by_file() -> None:
    tests = ("tests/trips/test_a.py::test_it", "tests/trips/test_a.py::test_that", "tests/trips/test_b.py::test_it")
    first, again, other = map(unit_of, tests)
    assert first == again != other
    assert unit_of("tests/test_kept.py::test_it") != unit_of("tests/test_sampling.py::test_it")
