"""The database itself sees to it that what is written of money is never written over."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from arrowswitch.site.journal.guards import kept

REPLACED_ONCE = {"replaced": "OLD.replaced IS NULL"}
ONE_PERSON = {"player_id": "OLD.player_id IS NOT NULL AND NEW.player_id IS NOT NULL"}
"""Two entries of one person become one."""


def emptied(*columns: str) -> dict[str, str]:
    """Remarks that are emptied when somebody whom they name is forgotten."""
    return {column: f"NEW.{column} = ''" for column in columns}


class Migration(migrations.Migration):
    dependencies = [("money", "0001_books"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [
        migrations.AddField("banking", "other", models.BigIntegerField(default=0)),
        migrations.AddField("moneysettings", "comma", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="FeeKindChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("why", models.CharField(blank=True, max_length=200)),
                ("name", models.CharField(max_length=40)),
                ("memberships", models.TextField(blank=True)),
                ("visitors", models.BooleanField(default=False)),
                ("retired", models.BooleanField(default=False)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "kind",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="changes", to="money.feekind"
                    ),
                ),
            ],
            options={"ordering": ("pk",)},
        ),
        migrations.RemoveIndex("moneyentry", "money_of_a_month"),
        migrations.AddIndex(  # it has all that is summed over twenty years
            "moneyentry",
            models.Index(
                fields=["club", "day", "cash", "bank", "account", "vouchers", "free_nights"], name="money_of_some_days"
            ),
        ),
        kept("money_moneyentry", ONE_PERSON | emptied("text", "visitor")),
        kept("money_fee", emptied("why")),
        kept("money_feekindchange", emptied("why")),
        kept("money_nightfees", REPLACED_ONCE | emptied("why")),
        kept("money_moneysettings", REPLACED_ONCE | emptied("why")),
        kept("money_cashreturn", REPLACED_ONCE | emptied("director", "trainee", "note", "why")),
        kept("money_banking", emptied("text")),
        kept("money_bankedreturn"),
        kept("money_monthmark", emptied("why")),
    ]
