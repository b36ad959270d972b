"""Hooks of Schemathesis for Lacre: who calls, and whose things well-formed requests name."""

import base64
import json
import os
import random
import re
import time
import urllib.parse
import urllib.request
import uuid

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation

with open(os.environ["LACRE_WORKPLACE"], encoding="utf-8") as file:
    WORKPLACE = json.load(file)

IDS = WORKPLACE["ids"]
EXPENDABLE = WORKPLACE["expendable"]
# What parameters and members are called, and whose ids they take.
ALIASES = {
    "uid": "userId",
    "id": "userId",
    "passkeyId": "factorId",
    "min-position": "position",
    "after": "position",
}
# Sign-ins of the last five minutes are asked for by some operations.
TOKEN_SECONDS = 100
# May end or shut out whoever calls, or what others need: they name what was made on the way, or what is expendable.
ENDING = re.compile(
    "^(?:remove|erase|revoke|deactivate|withdraw|forget|unlink|edit(?:User|Webhook)|cancel|replace|rotate|resume|invite)"
)
PROTECTED = {one for ids in IDS.values() for one in ids}
COORDINATES = {"client-latitude", "client-longitude"}
# The position of the latest command.
LATEST = []
# Everything an answer gave an id to.
MADE = set()
RANDOM = random.Random(int(os.environ["LACRE_SEED"]))


def asked(path):
    with urllib.request.urlopen(WORKPLACE["desk"] + path, timeout=60) as answer:
        return answer.read().decode()


class Tokens:
    """Bearer tokens by who calls, renewed before a sign-in is too old for what asks for a recent one."""

    def __init__(self):
        self.known = {}

    def of(self, caller):
        token, until = self.known.get(caller, (None, 0))
        if time.monotonic() >= until:
            token = asked(f"token/{caller}")
            self.known[caller] = (token, time.monotonic() + TOKEN_SECONDS)
        return token

    def forget(self, caller):
        self.known.pop(caller, None)


TOKENS = Tokens()


def name_of(operation):
    return operation.definition.raw["operationId"]


def caller_of(operation):
    allowed = operation.definition.raw["x-allow"]
    if allowed["callers"] == "public":
        return None
    if allowed["callers"] == "person":
        return "person"
    if "administrator" not in allowed["roles"]:
        return "totem"
    # Whoever changes their own ways in is somebody whom nothing else needs.
    if allowed["rule"] == "oneself":
        return "leaver"
    return "token" if allowed["tokens"] and operation.method == "get" else "administrator"


@schemathesis.auth(refresh_interval=None)
class Callers:
    def get(self, case, context):
        caller = caller_of(case.operation)
        return None if caller is None else TOKENS.of(caller)

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


def is_positive(case, location):
    if case.meta is None:
        return False
    part = case.meta.components.get(location)
    return (case.meta.generation if part is None else part).mode.is_positive


def known(name, operation, value, at=0):
    """An id that exists, of the kind that `name` takes; `value` where there is none, or it is one already."""
    if str(value) in MADE:
        return value
    kind = ALIASES.get(name, name)
    ids = (EXPENDABLE if ENDING.match(operation) else IDS).get(kind) or []
    return ids[at % len(ids)] if ids else value


@schemathesis.hook
def before_call(context, case, kwargs):
    operation = name_of(case.operation)
    # Ids of the same place are of the same thing: a process and its document.
    at = RANDOM.randrange(12)
    if case.path_parameters:
        for name, value in list(case.path_parameters.items()):
            if is_positive(case, ParameterLocation.PATH):
                value = known(name, operation, value, at)
            if ENDING.match(operation) and str(value) in PROTECTED:
                value = str(uuid.uuid4())
            case.path_parameters[name] = value
    if is_positive(case, ParameterLocation.QUERY):
        read_what_was_done(case, operation, at)
    if case.headers and is_positive(case, ParameterLocation.HEADER):
        if "Idempotency-Key" in case.headers:
            case.headers["Idempotency-Key"] = str(uuid.uuid4())
        # Coordinates come both or not at all, which no schema of one header can say.
        if len(COORDINATES & set(case.headers)) == 1:
            for name in COORDINATES:
                case.headers.pop(name, None)
    if is_positive(case, ParameterLocation.BODY) and case.meta.phase.name.value in MADE_BODIES:
        if RANDOM.random() < MADE_BODIES[case.meta.phase.name.value]:
            body(case, operation)


def read_what_was_done(case, operation, at):
    """Whoever reads after writing says so by `min-position`."""
    declared = {parameter["name"] for parameter in case.operation.definition.raw["parameters"]}
    if "min-position" in declared and LATEST:
        case.query = {**(case.query or {}), "min-position": LATEST[-1]}
    if case.query and "after" in case.query:
        case.query["after"] = known("after", operation, case.query["after"], at)


# How many of the well-formed bodies are what an integrator would send, whose ids exist.
MADE_BODIES = {"fuzzing": 0.5, "stateful": 1}


def body(case, operation):
    if case.media_type == "multipart/form-data":
        case.body = {**case.body, "file": base64.b64decode(WORKPLACE["file"])}
    elif case.media_type == "application/json":
        case.body = json.loads(asked(f"body/{operation}?{urllib.parse.urlencode(case.path_parameters or {})}"))


# What is made by these is also read by operations that take no `min-position`: whoever made it reads it once with one.
READ_ELSEWHERE = {"createTemplate": "template", "createUser": "tenant/users"}


def await_position(path, position):
    request = urllib.request.Request(
        f"{WORKPLACE['origin']}/api/{path}?min-position={position}",
        headers={"Authorization": f"Bearer {TOKENS.of('administrator')}"},
    )
    urllib.request.urlopen(request, timeout=60).close()


@schemathesis.hook
def after_call(context, case, response):
    operation = name_of(case.operation)
    if response.status_code == 401 or operation in ("deleteAccount", "closeSigningSession", "signOut"):
        TOKENS.forget(caller_of(case.operation))
    if not 200 <= response.status_code < 300 or case.operation.method == "get":
        return
    try:
        made = response.json()
    except ValueError:
        return
    if not isinstance(made, dict):
        return
    if "position" in made:
        LATEST[:] = [made["position"]]
        if operation in READ_ELSEWHERE:
            await_position(READ_ELSEWHERE[operation], made["position"])
    if case.operation.method == "post":
        MADE.update(v for k, v in made.items() if re.search("Id$|^uid$", k) and isinstance(v, str))


# Refusals of a request's shape, which its schema has to foretell. All other codes refuse by a rule of the product or by
# what there is, and are declared one by one (`declared_code`).
OF_SHAPE = {"CLASS_VALIDATION_ERROR", "MALFORMED_REQUEST", "GEOLOCATION_VALIDATION_ERROR"}
# What a schema cannot say, by the message that refuses it.
BEYOND_SCHEMAS = {
    "Há papéis repetidos": "one member of items is unique among them",
    "Esta posição está além do fim do registro": "depends on the log",
}


# Failures of checks that are the product's intent, by check and operation.
EXPECTED = {
    ("UseAfterFree", "exportUser"): "whoever was removed may still ask for their data (LGPD, art. 18); erasing ends it",
    ("UseAfterFree", "exportPerson"): "as above",
    ("EnsureResourceAvailability", "exportUser"): "read from an index of the log that follows it, without min-position",
    ("EnsureResourceAvailability", "exportPerson"): "as above",
}


def problem_of(response):
    try:
        problem = response.json()
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) and "code" in problem else {}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a failure unless it has a reason of those above."""
    named = (type(failure).__name__, name_of(case.operation))
    if named in EXPECTED:
        return False
    if type(failure).__name__ != "RejectedPositiveData":
        return True
    problem = problem_of(response)
    if problem.get("code") not in OF_SHAPE:
        return not problem
    errors = problem.get("errors") or []
    return not errors or any(error["message"] not in BEYOND_SCHEMAS for error in errors)


@schemathesis.check
def declared_code(ctx, response, case):
    """A problem's code is one that the operation declares for its status."""
    problem = problem_of(response)
    declared = case.operation.definition.raw["responses"].get(str(response.status_code))
    if not problem or declared is None or response.request.method.lower() != case.operation.method.lower():
        return
    examples = declared["content"]["application/problem+json"]["examples"]
    assert problem["code"] in examples, f"{problem['code']} is not declared for {response.status_code}"
