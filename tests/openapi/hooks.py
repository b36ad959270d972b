"""Hooks of Schemathesis for Lacre: who calls, and whose things well-formed requests name."""

import base64
import json
import os
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

import schemathesis
from hypothesis import strategies as st
from schemathesis.core.parameters import ParameterLocation
from schemathesis.transport.serialization import Binary

with open(os.environ["LACRE_WORKPLACE"], encoding="utf-8") as file:
    WORKPLACE = json.load(file)

IDS = WORKPLACE["ids"]
EXPENDABLE = WORKPLACE["expendable"]
# What parameters and members are called, and whose ids they take.
ALIASES = {
    "uid": "userId",
    "passkeyId": "factorId",
    "min-position": "position",
    "after": "position",
}
# Sign-ins of the last five minutes are asked for by some operations.
TOKEN_SECONDS = 100
# May end or shut out the caller, or what others need: they name what was made on the way, or what is expendable.
ENDING = re.compile(
    "^(?:remove|erase|revoke|deactivate|withdraw|forget|unlink|edit(?:User|Webhook)|cancel|replace|rotate|resume|invite)"
)
PROTECTED = {one for ids in IDS.values() for one in ids}
# The position of the latest command.
LATEST = []
# Every id and position that an answer gave.
MADE = set()
RANDOM = random.Random(int(os.environ["LACRE_SEED"]))


def asked(path):
    try:
        with urllib.request.urlopen(WORKPLACE["desk"] + path, timeout=60) as answer:
            return answer.read().decode()
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"the desk could not do {path}: {error.read().decode()}") from error


class Tokens:
    """Bearer tokens by who calls, renewed before a sign-in is too old for what asks for a recent one."""

    def __init__(self):
        self.known = {}
        # A code of one's own ends the one before: no user signs in twice at once.
        self.mutex = threading.Lock()

    def of(self, caller):
        with self.mutex:
            token, until = self.known.get(caller, (None, 0))
            if time.monotonic() >= until:
                token = asked(f"token/{caller}")
                self.known[caller] = (token, time.monotonic() + TOKEN_SECONDS)
            return token

    def forget(self, caller):
        self.known.pop(caller, None)


TOKENS = Tokens()


def with_check_digits(digits, *weights):
    """A Brazilian number: each further digit is the sum of those before by their weights, modulo 11."""
    for row in weights:
        rest = sum(digit * weight for digit, weight in zip(digits, row)) % 11
        digits = [*digits, 0 if rest < 2 else 11 - rest]
    return "".join(map(str, digits))


def digits_of(count):
    # Of one digit alone there is none (CPF); with two kinds there always is.
    return st.lists(st.integers(0, 9), min_size=count - 2, max_size=count - 2).map(lambda some: [1, 2, *some])


CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
# Some of those that Anatel assigned.
AREA_CODE = r"[14689][1-9]"
# Formats that the document names and JSON Schema does not know.
FORMATS = {
    "cpf": digits_of(9).map(lambda of: with_check_digits(of, range(10, 1, -1), range(11, 1, -1))),
    "cnpj": digits_of(12).map(lambda of: with_check_digits(of, CNPJ_WEIGHTS[1:], CNPJ_WEIGHTS)),
    "phone": st.from_regex(AREA_CODE + r"[2-5][0-9]{7}", fullmatch=True),
    "mobile": st.from_regex(AREA_CODE + r"9[0-9]{8}", fullmatch=True),
    "cep": st.from_regex(r"[0-9]{5}-?[0-9]{3}", fullmatch=True),
    "pis": st.from_regex(r"[0-9]{11}", fullmatch=True),
    "placa": st.from_regex(r"[A-Z]{3}[0-9]([0-9]|[A-J])[0-9]{2}", fullmatch=True),
    # A file that is one, or anything.
    "binary": st.just(Binary(base64.b64decode(WORKPLACE["file"]))) | st.binary().map(Binary),
    "validation-code": st.from_regex(r"([0-9A-HJKMNP-TV-Z]{4}-?){4}", fullmatch=True),
}
for format_name, strategy in FORMATS.items():
    schemathesis.openapi.format(format_name, strategy)


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
    # A user who changes their own factors is one whom no other request needs.
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
    if is_positive(case, ParameterLocation.BODY) and case.meta.phase.name.value in MADE_BODIES:
        if RANDOM.random() < MADE_BODIES[case.meta.phase.name.value]:
            body(case, operation)


def read_what_was_done(case, operation, at):
    """Whoever reads after writing says so by `min-position`."""
    declared = {parameter["name"] for parameter in case.operation.definition.raw["parameters"]}
    # What a link gave stays.
    if "min-position" in declared and LATEST and (case.query or {}).get("min-position") not in MADE:
        case.query = {**(case.query or {}), "min-position": LATEST[-1]}
    if case.query and "after" in case.query:
        case.query["after"] = known("after", operation, case.query["after"], at)


# How many of the well-formed bodies are what an integrator would send, whose ids exist.
MADE_BODIES = {"fuzzing": 0.5, "stateful": 1}


def body(case, operation):
    if case.media_type == "application/json":
        known_to_it = {**(case.path_parameters or {}), **({"position": LATEST[-1]} if LATEST else {})}
        case.body = json.loads(asked(f"body/{operation}?{urllib.parse.urlencode(known_to_it)}"))


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
        MADE.add(made["position"])
    if case.operation.method == "post":
        MADE.update(v for k, v in made.items() if re.search("Id$|^uid$", k) and isinstance(v, str))


# Refusals of a request's shape, which its schema has to foretell. Any other code that the operation declares refuses
# well-formed requests by a rule of the product, or by what there is.
OF_SHAPE = {"CLASS_VALIDATION_ERROR", "MALFORMED_REQUEST", "GEOLOCATION_VALIDATION_ERROR"}
# What a schema cannot say, by the whole message that refuses it.
BEYOND_SCHEMAS = {
    "Há papéis repetidos": "one member of items is unique among them",
    "Há chaves repetidas": "one member of items is unique among them",
    "Há opções repetidas": "items are unique once they are trimmed",
    "A mesma pessoa aparece mais de uma vez": "one member of items is unique among them",
    "Cada imagem vem uma vez": "one member of items is unique among them",
    "Falta este cabeçalho": "coordinates come both or not at all",
    "Esta posição está além do fim do registro": "depends on the log",
    "Este papel não existe no modelo": "depends on the template",
    "Este campo não existe no modelo": "depends on the template",
    "Informe quem é: .+": "depends on the template",
    "Informe: .+": "depends on the template",
    "O (texto|documento) tem campos desconhecidos: .+": "depends on the template's roles",
    "Só uma filial tem matriz": "depends on another member",
    "A quantidade de opções a escolher não confere": "depends on another member",
}

# Whoever was removed may still ask for their data (LGPD, art. 18); erasing ends it.
READ_AFTER_REMOVAL = {"exportUser", "exportPerson"}


def problem_of(response):
    try:
        problem = response.json()
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) and "code" in problem else {}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps a failure unless it has a reason of those above."""
    kind = type(failure).__name__
    if kind == "UseAfterFree":
        return name_of(case.operation) not in READ_AFTER_REMOVAL and not asks_for_before(case)
    if kind != "RejectedPositiveData":
        return True
    # A range is of one file, whose length no schema knows (RFC 9110, 14.4).
    if response.status_code == 416:
        return "416" not in case.operation.definition.raw["responses"]
    problem = problem_of(response)
    if problem.get("code") not in OF_SHAPE:
        return problem.get("code") not in declared_codes(case, response)
    messages = [error["message"] for error in problem.get("errors") or []] or [problem.get("detail", "")]
    return not all(is_beyond_schemas(message) for message in messages)


def asks_for_before(case):
    """Whether a read asks to see less than the latest command: what was removed may show still."""
    position = (case.query or {}).get("min-position")
    return bool(LATEST) and position is not None and position != LATEST[-1]


def is_beyond_schemas(message):
    return any(re.fullmatch(known_message, message) for known_message in BEYOND_SCHEMAS)


def declared_codes(case, response):
    declared = case.operation.definition.raw["responses"].get(str(response.status_code), {})
    return declared.get("content", {}).get("application/problem+json", {}).get("examples", {})


@schemathesis.check
def declared_code(ctx, response, case):
    """A problem's code is one that the operation declares for its status."""
    problem = problem_of(response)
    # Another method than the operation's, and a status that is not declared, are other checks' to find.
    if response.request.method.lower() != case.operation.method.lower():
        return
    codes = declared_codes(case, response)
    if problem and codes:
        assert problem["code"] in codes, f"{problem['code']} is not declared for {response.status_code}"
