"""Who gets what, of every endpoint there is and of the socket: one table.

Each row is an operation with the body that works for its owner. The operations are taken from the URL resolver: one that
has no row fails the test. Foreign things are 404, no credentials 401, a missing scope 403; nothing foreign is read or
written.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.core.serializers import serialize
from django.utils import timezone

from tests.api.caller import Caller, as_nobody, as_partner, as_visitor, problem
from tests.chat.sockets import closed_with
from tests.conftest import PartnerKey, Visitor, make_partner, make_visitor
from travelagent.accounts import memories
from travelagent.accounts.actors import Actor
from travelagent.accounts.models import ApiKey, Scope, User
from travelagent.api import urls
from travelagent.api.models import Webhook
from travelagent.api.views.base import ActorView
from travelagent.api.webhooks import targets
from travelagent.chat import actions
from travelagent.chat.models import Proposal, Run, RunStatus
from travelagent.trips import actions as trips
