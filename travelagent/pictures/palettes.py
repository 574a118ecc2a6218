"""The colours of a poster, by season, climate and hour: a few anchors, between which every layer is mixed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from travelagent.pictures.colours import mix

Season = Literal["spring", "summer", "autumn", "winter"]
Climate = Literal["temperate", "boreal", "tropical", "desert"]


@dataclass(frozen=True, slots=True)
class Palette:
    """Anchor colours as `#rrggbb`.

    `haze` is the farthest layer of land, `deep` the nearest shadow; by day both colours of the sky carry ink, by night
    white; `deep` always carries white.
    """

    sky_high: str
    sky_low: str
    haze: str
    foliage: str
    deep: str
    wall: str
    roof: str
    accent: str
    water: str
    sun: str
    is_night: bool = False
    has_snow: bool = False

    def layer(self, nearness: float) -> str:
        """Return the colour of a layer of land, 0 at the horizon to 1 in front."""
        if nearness < 0.5:
            return mix(self.haze, self.foliage, round(2 * nearness, 2))
        return mix(self.foliage, self.deep, round(2 * nearness - 1, 2))

    @property
    def front(self) -> str:
        """The foreground, dark enough for white text."""
        return mix(self.foliage, self.deep, 0.82)


def _day(sky_high: str, sky_low: str, haze: str, foliage: str, deep: str, wall: str, roof: str, accent: str, water: str,
         sun: str, *, has_snow: bool = False) -> Palette:  # fmt: skip
    return Palette(sky_high, sky_low, haze, foliage, deep, wall, roof, accent, water, sun, has_snow=has_snow)


# sky_high, sky_low, haze, foliage, deep, wall, roof, accent, water, sun
_SPRING = (
    _day("#d5e5e3", "#f7e9e0", "#b5cfc9", "#7c9f7d", "#1b474a", "#fcf4e8", "#5f5257", "#c9574a", "#bcd8d6", "#f3b9a4"),
    _day("#c6dfe6", "#f2f2e4", "#a5c6c8", "#7ba46f", "#154648", "#fdf8ec", "#45646a", "#c24a3e", "#a6cdd3", "#fff6df"),
    _day("#e9e0e6", "#f9ede2", "#c3c4d0", "#8aa286", "#33405a", "#fdf5ea", "#6a5468", "#c65a58", "#c9d3da", "#f6c6b0"),
)
_SUMMER = (
    _day("#b4d9e0", "#f4f0dd", "#8dbcbc", "#4b8a6a", "#0a4546", "#fff8e8", "#a9502f", "#b2301a", "#8ac2c8", "#fff4d2"),
    _day("#f2e0b8", "#f9f0de", "#c5bf9c", "#6b8a55", "#233f39", "#fff6e3", "#a0522f", "#b2301a", "#cfd2b4", "#f2a65c"),
    _day("#cfe4dc", "#f7f3e0", "#9cc4b2", "#5b9377", "#0d4a45", "#fffaf0", "#6c5a3e", "#b8401f", "#9cd0c4", "#fbe3a8"),
)
_AUTUMN = (
    _day("#f1d7b0", "#faeddb", "#d3ac88", "#b56f38", "#4a2a26", "#fdf3e1", "#74362a", "#a82c18", "#dcc6a2", "#e8834a"),
    _day("#c9dcdd", "#f6ebd8", "#b5b9a4", "#b07a3a", "#35393a", "#fbf3e4", "#5d4238", "#b23a1c", "#b4cac6", "#fdf1d8"),
    _day("#ecd3c2", "#f9eadb", "#cda594", "#a45a3c", "#3f2a38", "#fcf0e2", "#5c3540", "#a8341f", "#d6bfb0", "#e0764f"),
)
_WINTER = (
    _day("#cddae4", "#f1f2ef", "#b2c3cf", "#6d8a8d", "#26394a", "#fbfbf7", "#4a5a6c", "#b2301a", "#c2d2dc", "#fdf3e2",
         has_snow=True),
    _day("#d8d5e4", "#f7e9e2", "#bdbccf", "#76819a", "#323651", "#fcf6f2", "#565572", "#b8402c", "#cdcfe0", "#f3b59c",
         has_snow=True),
)  # fmt: skip
_MILD_WINTER = (
    _day("#cfdde2", "#f3efe6", "#b5c3c3", "#7f927a", "#2a4047", "#fbf6ec", "#56585c", "#b2301a", "#bfd0d3", "#fbe7c6"),
    _day("#dcd8de", "#f6e8dd", "#c1bcc4", "#88907f", "#363c4e", "#fcf5ea", "#5d5360", "#b5402a", "#cccbd2", "#f2b894"),
)
_DESERT = (
    _day("#cfe0dc", "#f8ecd3", "#dcbf95", "#b98d55", "#5e3523", "#fbecd2", "#a3683d", "#b2301a", "#a9ccc4", "#fff1cf"),
    _day("#f0d7b4", "#faeeda", "#ddb486", "#b3763f", "#54291f", "#fcebcd", "#96552f", "#a82c18", "#c3cbb0", "#e9824a"),
    _day("#e6c6b8", "#f9e4cf", "#d19f83", "#a4633f", "#46242c", "#fbe6cd", "#84443a", "#9c2a1c", "#cbbfae", "#d9604a"),
)
_TROPICS = (
    _day("#b5e0de", "#f6f4de", "#86c6ba", "#35876a", "#064644", "#fffaf0", "#b0643a", "#d04a30", "#6fc4c2", "#fff3c8"),
    _day("#f8d9b4", "#fcf0dc", "#d2b892", "#4f8560", "#173f41", "#fff7e8", "#a6532f", "#c23a20", "#a6cbb6", "#f0894f"),
    _day("#cfe6ee", "#f3f5ea", "#98c8cf", "#3f8c74", "#0a4551", "#fdfbf2", "#8c5a44", "#d0552e", "#7cc3d0", "#fdf2d6"),
)
_NIGHT = (
    Palette("#16243a", "#4a5d78", "#3e526c", "#22404c", "#0b1522", "#e8d6ab", "#1c2c42", "#e3a04b", "#2e4560",
            "#f4e6c0", is_night=True),
    Palette("#211d3a", "#5f5070", "#4f4866", "#2f3654", "#120e20", "#ecd2ac", "#2a2444", "#e58f5c", "#453f60",
            "#f6dcc0", is_night=True),
    Palette("#0f2a33", "#3f6068", "#355760", "#1f4547", "#07171b", "#ead9b0", "#163038", "#e0a552", "#285058",
            "#f2ead0", is_night=True),
)  # fmt: skip

_SEASONS: Mapping[Season, tuple[Palette, ...]] = {
    "spring": _SPRING,
    "summer": _SUMMER,
    "autumn": _AUTUMN,
    "winter": _WINTER,
}
ALL = (*_SPRING, *_SUMMER, *_AUTUMN, *_WINTER, *_MILD_WINTER, *_DESERT, *_TROPICS, *_NIGHT)


def palettes(season: Season, climate: Climate, *, freezes: bool, night: bool) -> tuple[Palette, ...]:
    """Return the palettes that suit. `freezes`: whether the month is cold enough for snow to lie."""
    if night:
        return _NIGHT
    if climate == "desert" and not freezes:
        return _DESERT
    if climate == "tropical":
        return _TROPICS
    if season == "winter" and not freezes:
        return _MILD_WINTER
    return _SEASONS[season]
