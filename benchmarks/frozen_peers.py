"""The frozen trips as PyVRP and as OR-Tools state them, on the same matrices; each solver is imported where it is used.

Both lay the days out on one timeline, day d beginning at minute 1440 d, with one vehicle a day, and maximise the same
value: what an optional visit is worth is the prize for making it (PyVRP) or the penalty for leaving it out (OR-Tools),
and a leg's price is its cost. OR-Tools is repeatable and takes no seed; its clock is the wall's.
"""

import time
from itertools import pairwise

from benchmarks.frozen_model import Routes, Trip

DAY = 1440


class _ProcessorTime:
    """Stops PyVRP after so many seconds of processor time."""

    def __init__(self, seconds: float) -> None:
        self._ends = time.process_time() + seconds

    def __call__(self, best_cost: int) -> bool:
        return time.process_time() >= self._ends


def pyvrp(trip: Trip, seconds: float, seed: int) -> Routes:
    """One optional client a sight, day and window, a sight's clients excluding each other; a cap is a capacity."""
    from pyvrp import Client, ClientGroup, Depot, Location, ProblemData, VehicleType, solve

    clients, groups, sight_of = [], [], []
    for sight, prize in enumerate(trip.profit):
        first_client = len(clients)
        for day, row in enumerate(trip.starts):
            for first, last in row[sight]:
                client = Client(
                    location=sight + 1,
                    delivery=[1],
                    service_duration=trip.minutes[sight],
                    tw_early=day * DAY + first,
                    tw_late=day * DAY + last,
                    prize=prize,
                    required=False,
                    group=len(groups),
                )
                clients.append(client)
                sight_of.append(sight)
        if len(clients) > first_client:
            groups.append(ClientGroup(list(range(first_client, len(clients))), required=False))
    data = ProblemData(
        locations=[Location(0, 0) for _ in range(len(trip.profit) + 1)],
        clients=clients,
        depots=[Depot(location=0)],
        vehicle_types=[
            VehicleType(capacity=[day.cap], tw_early=number * DAY + day.start, tw_late=number * DAY + day.end)
            for number, day in enumerate(trip.days)
        ],
        distance_matrices=[trip.price],
        duration_matrices=[trip.travel],
        groups=groups,
    )
    result = solve(data, _ProcessorTime(seconds), seed=seed, collect_stats=False, display=False)
    routes: list[tuple[int, ...]] = [() for _ in trip.days]
    if result.is_feasible():
        for route in result.best.routes():
            routes[route.vehicle_type()] = tuple(sight_of[stop.idx] for stop in route if stop.is_client())
    return tuple(routes)


def ortools(trip: Trip, seconds: float, seed: int) -> Routes:
    """One optional node a sight, whose start lies in the windows of all days; guided local search."""
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2

    days, places = len(trip.days), len(trip.profit) + 1
    manager = pywrapcp.RoutingIndexManager(places, days, 0)
    routing = pywrapcp.RoutingModel(manager)
    price, travel = trip.price.tolist(), trip.travel.tolist()
    stay = [0, *trip.minutes]
    node = [manager.IndexToNode(index) for index in range(manager.GetNumberOfIndices())]
    cost = routing.RegisterTransitCallback(lambda a, b: price[node[a]][node[b]])
    taken = routing.RegisterTransitCallback(lambda a, b: stay[node[a]] + travel[node[a]][node[b]])
    visit = routing.RegisterUnaryTransitCallback(lambda a: int(node[a] > 0))
    routing.SetArcCostEvaluatorOfAllVehicles(cost)
    routing.AddDimension(taken, days * DAY, days * DAY, False, "time")
    routing.AddDimensionWithVehicleCapacity(visit, 0, [day.cap for day in trip.days], True, "visits")
    clock = routing.GetDimensionOrDie("time")
    for number, day in enumerate(trip.days):
        clock.CumulVar(routing.Start(number)).SetRange(number * DAY + day.start, number * DAY + day.end)
        clock.CumulVar(routing.End(number)).SetRange(number * DAY + day.start, number * DAY + day.end)
    for sight, profit in enumerate(trip.profit):
        index = manager.NodeToIndex(sight + 1)
        routing.AddDisjunction([index], profit)
        windows = [(d * DAY + a, d * DAY + b) for d, row in enumerate(trip.starts) for a, b in row[sight]]
        if not windows:
            routing.VehicleVar(index).SetValues([-1])
            continue
        moment = clock.CumulVar(index)
        moment.SetRange(windows[0][0], windows[-1][1])
        for (_, last), (first, _) in pairwise(windows):
            moment.RemoveInterval(last + 1, first - 1)
    search = pywrapcp.DefaultRoutingSearchParameters()
    search.first_solution_strategy = routing_enums_pb2.FirstSolutionStrategy.PARALLEL_CHEAPEST_INSERTION
    search.local_search_metaheuristic = routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH
    search.time_limit.FromMilliseconds(round(seconds * 1000))
    found = routing.SolveWithParameters(search)
    if found is None:
        return tuple(() for _ in trip.days)
    routes = []
    for number in range(days):
        route, index = [], found.Value(routing.NextVar(routing.Start(number)))
        while not routing.IsEnd(index):
            route.append(node[index] - 1)
            index = found.Value(routing.NextVar(index))
        routes.append(tuple(route))
    return tuple(routes)
