"""The pieces of the ground as the page fetches them."""

from django.test import Client

from travelagent.ground.pieces import names, piece, version


def test_pieces_are_served_under_the_version_of_the_data_and_may_be_kept(client: Client) -> None:
    answer = client.get(f"/map/ground/{version()}/town/116_38.json")
    assert answer.json() == piece("town/116_38")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"


def test_the_index_names_every_piece(client: Client) -> None:
    listed = client.get(f"/map/ground/{version()}/index.json").json()
    assert {"world", *(f"{level}/{corner}" for level in listed for corner in listed[level])} == names()


def test_other_versions_and_other_pieces_are_not_there(client: Client) -> None:
    for path in ("000000000000/world", f"{version()}/town/0_0", f"{version()}/../settings"):
        assert client.get(f"/map/ground/{path}.json").status_code == 404
    assert client.get("/map/ground/000000000000/index.json").status_code == 404


def test_the_world_is_light(client: Client) -> None:
    answer = client.get(f"/map/ground/{version()}/world.json", headers={"accept-encoding": "gzip"})
    assert len(answer.content) < 50_000
