"""People for a rehearsal, plainly made up: a given name and a plant that begin with the same letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arrowswitch.movements import ImpossibleWish
from arrowswitch.session.acts import SeatedPlayer
from arrowswitch.words import say

if TYPE_CHECKING:
    from random import Random

GIVEN = (
    "Abigail Agnes Albert Amber Arthur, Barbara Basil Beatrice Bernard Bridget, Cecil Charlotte Clara Colin Cyril, "
    "Daphne Denis Dora Dorothy Duncan, Edith Edmund Elsie Emma Eric, Felix Fiona Flora Frances Frank, "
    "Geoffrey George Gerald Grace Greta, Harold Harriet Hazel Henry Hilda, Ida Ingrid Irene Isabel Ivan, "
    "Jack Jane Jasper Joan Judith, Karl Kathleen Keith Kenneth Kitty, Laura Leonard Lewis Lilian Lucy, "
    "Mabel Margaret Martin Maurice Muriel, Nancy Nathan Neil Nigel Nora, Olga Olive Oliver Oscar Owen, "
    "Patrick Pauline Percy Peter Phyllis, Rachel Ralph Robert Rose Rupert, Sarah Sidney Simon Stella Sylvia, "
    "Theodore Thelma Thomas Timothy Trudy, Valerie Vera Victor Vincent Violet, Walter Wanda Wilfred William Winifred"
)
PLANTS = (
    "Acorn Alder Apple Ash Aspen, Barley Beech Birch Bluebell Bramble, Campion Cedar Cherry Clover Cowslip, "
    "Daffodil Dahlia Daisy Dandelion Dogwood, Ebony Edelweiss Elder Elm Endive, Fennel Fern Fig Foxglove Fuchsia, "
    "Gentian Ginger Gooseberry Gorse Grape, Hawthorn Heather Hemlock Holly Hyacinth, Indigo Iris Ironwood Ivy Ixia, "
    "Jacaranda Jasmine Jonquil Jujube Juniper, Kale Kelp Kidney-Bean Kiwi Kumquat, Larch Laurel Lavender Lilac Linden, "
    "Maple Marigold Mimosa Mint Myrtle, Narcissus Nasturtium Nettle Nightshade Nutmeg, Oak Oleander Olive Onion Orchid, "
    "Parsley Peony Pine Poplar Primrose, Radish Raspberry Reed Rosemary Rowan, Saffron Sage Snowdrop Spruce Sycamore, "
    "Tansy Thistle Thyme Tulip Turnip, Valerian Verbena Vetch Vetiver Vine, Walnut Wheat Willow Wisteria Woodbine"
)


def _names() -> tuple[tuple[str, str], ...]:
    letters = zip(GIVEN.split(", "), PLANTS.split(", "), strict=True)
    return tuple((given, plant) for givens, plants in letters for given in givens.split() for plant in plants.split())


NAMES = _names()
"""Every name that there is, as a given and a family name."""


def made_up(count: int, chance: Random) -> tuple[SeatedPlayer, ...]:
    """So many people, no two of the same name.

    >>> from random import Random
    >>> [player.name for player in made_up(3, Random(7))]
    ['Nathan Nasturtium', 'Geoffrey Grape', 'Rachel Rowan']
    """
    if count > len(NAMES):
        raise ImpossibleWish(
            say("There are {most} people to rehearse with, not {count}.", most=len(NAMES), count=count)
        )
    return tuple(SeatedPlayer(f"{given} {family}") for given, family in chance.sample(NAMES, count))
