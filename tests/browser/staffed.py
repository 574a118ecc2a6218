"""`python -m tests.browser.staffed serve …`: the product with its own model, an operator, and a user with a mailbox."""

from tests.support.entry_point import run_manage

PASSWORD = "a long walk in the rain"
OPERATOR, USER = "operator", "ada"
"""The operator's name is also that of a file in the data folder, which tells that there is one."""


def seed() -> None:
    from allauth.account.models import EmailAddress
    from django.conf import settings

    from travelagent.accounts.models import User

    User.objects.create_superuser(OPERATOR, "", PASSWORD)
    user = User.objects.create_user(USER, "ada@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    (settings.DATA_DIR / OPERATOR).touch()


if __name__ == "__main__":
    run_manage(seed=seed)
