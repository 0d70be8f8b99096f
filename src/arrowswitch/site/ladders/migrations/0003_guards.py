"""The database itself sees to it that rules, steps, winners and handicaps are never written over, nor a list that was fixed."""

from django.db import migrations

from arrowswitch.site.journal.guards import emptied, kept, of_a_person

OF_A_FIXED_LIST = "EXISTS (SELECT 1 FROM ladders_madelist WHERE id = OLD.made_id AND fixed)"
ON_A_FIXED_LIST = (
    "EXISTS (SELECT 1 FROM ladders_madelist JOIN ladders_madeplace ON ladders_madeplace.made_id = ladders_madelist.id"
    " WHERE ladders_madeplace.id = OLD.place_id AND fixed)"
)


class Migration(migrations.Migration):
    dependencies = [("ladders", "0002_formula_since")]

    operations = [
        kept("ladders_competitionrules", emptied("reason")),
        kept("ladders_competitionstep", emptied("reason")),
        kept("ladders_winner", emptied("reason")),
        kept(
            "ladders_winnername",  # who was typed in by hand and is forgotten is an entry without a name
            {"player_id": "NEW.player_id IS NOT NULL AND (OLD.player_id IS NOT NULL OR NEW.name = '')"}
            | emptied("name"),
        ),
        kept("ladders_handicapway", emptied("reason")),
        kept("ladders_handicapentry", of_a_person("player_id") | emptied("reason") | {"working": "NEW.working = '[]'"}),
        kept(
            "ladders_madelist",  # made again at any time, until it is fixed
            {"stamp": "NOT OLD.fixed OR NEW.stamp = OLD.stamp", "fixed": "NEW.fixed"},
            may_go="NOT OLD.fixed",
        ),
        kept("ladders_countedsession", may_go=f"NOT {OF_A_FIXED_LIST}"),
        kept("ladders_madeplace", may_go=f"NOT {OF_A_FIXED_LIST}"),
        kept("ladders_placeholder", of_a_person("player_id"), may_go=f"NOT {ON_A_FIXED_LIST}"),
    ]
