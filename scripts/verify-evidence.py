#!/usr/bin/env python3
"""Confere a evidência de um documento selado pelo Lacre, sem rede e sem a plataforma.

    python3 verify-evidence.py documento.pdf [evidence.json] [--key chave-da-evidencia.json]

Usa a biblioteca padrão do Python 3 (3.8 ou mais novo) e, para a assinatura do selo, o comando openssl. Sem
evidence.json, lê o que está anexado ao PDF. O formato está descrito em docs/evidence.md. Termina com 0 quando tudo
confere, 1 quando algo não confere, 2 quando não há o que conferir.
"""

import argparse
import base64
import hashlib
import hmac
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

VERSION = 9
ERASED = "dados removidos"
CHAIN_START = "0" * 64
HEX64 = re.compile(r"^[0-9a-f]{64}$")


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")).hexdigest()


class Report:
    """Prints each check, and remembers whether one failed."""

    def __init__(self):
        self.failed = False

    def check(self, holds, text, why=""):
        self.failed = self.failed or not holds
        print(f"{'confere' if holds else 'NÃO CONFERE'}: {text}{'' if holds or not why else f' ({why})'}")
        return holds

    def note(self, text):
        print(f"  {text}")


# The file


def streams_of(pdf):
    """Contents of the streams in the file, as they are and unpacked, each with its place."""
    for found in re.finditer(rb"stream\r?\n", pdf):
        if pdf[max(0, found.start() - 3) : found.start()] == b"end":
            continue
        body = pdf[found.end() : max(found.end(), pdf.find(b"endstream", found.end()))]
        try:
            yield found.end(), zlib.decompressobj().decompress(body)
        except zlib.error:
            yield found.end(), body.rstrip(b"\r\n")


def attached_evidence(pdf):
    """The last evidence.json embedded in the file."""
    found = None
    for _, body in streams_of(pdf):
        if body.startswith(b'{\n  "version"') and b'"chain"' in body:
            found = body
    return found


def check_document(report, pdf, evidence):
    document = evidence["document"]
    size = document["sizeBytes"]
    start = sha256(pdf[:size])
    apart = document["sealedSha256"] is not None
    if apart and start != document["sha256"]:
        report.note("este PDF traz só as páginas de assinaturas; confira o do documento com o comando escrito nelas")
        return
    report.check(
        start == document["sha256"],
        f"os primeiros {size} bytes do arquivo são o documento que foi mostrado (SHA-256 {document['sha256']})",
    )


def check_attached(report, pdf, given, seals):
    """What somebody attached before the seal, or after it, is no evidence of the platform, though its seal holds."""
    places = [at for at, body in streams_of(pdf) if body == given]
    laid = any(is_laid_down(pdf, at, seal) for at in places for seal in seals)
    report.check(laid, "o evidence.json foi anexado ao PDF pelo próprio selo, byte por byte")


def is_laid_down(pdf, at, seal):
    """Whether a place in the file lies in the one revision that a signature ends, and no revision lies between."""
    first, second, last, _ = seal
    before = pdf.rfind(b"startxref", 0, first)
    return before < at < second + last and pdf.count(b"startxref", before + 1, second + last) == 1


def check_seal(report, pdf, evidence):
    """
    The platform's signature over the bytes it covers, by openssl; whom its certificate is from is not judged. Returns the
    signatures that may be the seal.
    """
    if shutil.which("openssl") is None:
        report.note("openssl não encontrado: a assinatura do selo não foi conferida")
        return list(signatures_of(pdf))
    wanted = evidence["seal"]["certificateSha256"]
    own = [found for found in signatures_of(pdf) if signs_as(pdf, found, wanted)]
    report.check(bool(own), f"o selo é assinado pelo certificado de SHA-256 {wanted} e cobre o que diz cobrir")
    for _, gap_end, last, _ in own:
        report.note(f"o selo cobre do primeiro ao byte {gap_end + last}; o arquivo tem {len(pdf)}")
    return own


def signatures_of(pdf):
    for found in re.finditer(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]", pdf):
        zero, first, second, last = (int(number) for number in found.groups())
        if zero == 0 and first < second <= second + last <= len(pdf):
            contents = re.sub(rb"[^0-9A-Fa-f]", b"", pdf[first:second])
            yield first, second, last, bytes.fromhex(contents.decode("ascii")[: len(contents) // 2 * 2])


def signs_as(pdf, signature, certificate_sha256):
    first, second, last, cms = signature
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        (place / "cms").write_bytes(der_of(cms))
        (place / "content").write_bytes(pdf[:first] + pdf[second : second + last])
        verified = subprocess.run(
            ["openssl", "cms", "-verify", "-binary", "-noverify", "-inform", "DER", "-in", "cms", "-content", "content"]
            + ["-signer", "signer.pem", "-out", "out"],
            cwd=folder, capture_output=True, check=False,
        )
        if verified.returncode != 0 or not (place / "signer.pem").exists():
            return False
        pem = (place / "signer.pem").read_text()
    body = re.search(r"-----BEGIN CERTIFICATE-----(.*?)-----END CERTIFICATE-----", pem, re.S)
    return body is not None and sha256(base64.b64decode(body.group(1))) == certificate_sha256


def der_of(padded):
    """The DER value without the zeros that fill the place kept for it."""
    if len(padded) < 2 or padded[1] < 0x80:
        return padded
    octets = padded[1] & 0x7F
    return padded[: 2 + octets + int.from_bytes(padded[2 : 2 + octets], "big")]


# The chain


class Chain:
    """The events of the process as the evidence states them, each by its id."""

    def __init__(self, chain):
        self.head = chain["head"]
        self.events = chain["events"]
        self.document = chain["document"]
        self.canonical = {}
        self.disclosed = {}
        for event in self.events:
            if event["canonical"] is not None:
                self.canonical[event["eventId"]] = json.loads(event["canonical"])
                self.disclosed[event["eventId"]] = {
                    pointer: value for _, pointer, value in map(json.loads, event["disclosures"])
                }

    def value(self, event_id, pointer):
        return self.disclosed.get(event_id, {}).get(pointer)

    def names_of(self, person_id):
        """Names that the process has for somebody, as its events disclose them."""
        for event_id, event in self.canonical.items():
            for pointer, value in self.disclosed[event_id].items():
                holder = holder_of(event, pointer)
                if pointer.endswith("/name") and person_id in (holder.get("personId"), holder.get("id")):
                    yield value


def holder_of(event, pointer):
    value = event
    for step in pointer.split("/")[1:-1]:
        name = step.replace("~1", "/").replace("~0", "~")
        value = value[int(name)] if isinstance(value, list) else value[name]
    return value if isinstance(value, dict) else {}


def check_chain(report, chain):
    head, holds, revision = CHAIN_START, True, -1
    for event in chain.events:
        canonical = event["canonical"]
        holds = holds and event["revision"] == revision + 1
        if canonical is not None:
            own = chain.canonical[event["eventId"]]
            holds = holds and sha256(canonical) == event["sha256"]
            holds = holds and (own["eventId"], own["revision"]) == (event["eventId"], event["revision"])
        head, revision = sha256(head + event["sha256"]), event["revision"]
    report.check(holds, f"os {len(chain.events)} eventos do processo têm os hashes que a evidência diz")
    report.check(head == chain.head, f"a corrente dos eventos termina em {chain.head}")
    report.note("compare este valor com o da página de assinaturas, em “Registro”")
    moments = [event["metadata"]["occurredAt"] for event in chain.canonical.values()]
    report.check(moments == sorted(moments), "nenhum evento é anterior ao que veio antes dele")


def check_disclosures(report, chain):
    holds, count = True, 0
    for event in chain.events:
        for disclosure in event["disclosures"]:
            _, pointer, _ = json.loads(disclosure)
            commitments = chain.canonical.get(event["eventId"], {}).get("commitments", {})
            holds, count = holds and commitments.get(pointer) == sha256(disclosure), count + 1
    report.check(holds, f"os {count} dados pessoais mostrados são os que os eventos registraram")


# What the pages state


def check_statements(report, evidence, chain):
    document, process = evidence["document"], evidence["process"]
    created = next((one for one in chain.canonical.values() if one["type"] == "ProcessCreated"), None)
    if not report.check(created is not None, "a corrente começa pela criação do processo"):
        return
    own = json.loads(chain.document)
    report.check(
        sha256(chain.document) in created["data"]["documents"]
        and all(own[name] == document[name] for name in ("documentId", "name", "sha256", "sizeBytes", "pages")),
        "o documento é um dos que o processo registrou ao ser criado",
    )
    report.check(
        created["data"]["processId"] == process["processId"] and created["data"]["summary"] == process["summary"],
        "o processo é o que a evidência nomeia",
    )
    for participant in evidence["participants"]:
        check_participant(report, participant, document, chain)
    holds = all(moment_holds(moment, chain) for moment in evidence["timeline"])
    report.check(holds, "cada linha da linha do tempo é de um evento da corrente")


def check_participant(report, participant, document, chain):
    name = participant["name"]
    problems = []
    if name != ERASED and name not in list(chain.names_of(participant["personId"])):
        problems.append("nome")
    if participant["event"] is not None:
        problems += problems_of_act(participant, document, chain)
    elif participant["status"] == "signed":
        problems.append("assinatura sem evento")
    report.check(not problems, f"{name}: {participant['status']}", ", ".join(problems))


def problems_of_act(participant, document, chain):
    event_id = participant["event"]["eventId"]
    event = chain.canonical.get(event_id)
    if event is None:
        return ["evento"]
    data = event["data"]
    expected = {"signed": "SignatureSigned", "rejected": "SignatureRejected"}.get(participant["status"])
    wrong = [] if event["type"] == expected and data["personId"] == participant["personId"] else ["ato"]
    if participant["at"] != data.get("signedAt", data.get("rejectedAt")):
        wrong.append("momento")
    if expected == "SignatureSigned":
        wrong += [] if participant["documentSha256"] == data["documentSha256"] == document["sha256"] else ["documento"]
        stated = {key: value for key, value in participant["consent"].items() if value is not None}
        wrong += [] if stated == data["consent"] else ["consentimento"]
        faces = [{k: v for k, v in one.items() if k != "kind"} for one in participant["methods"] if one["kind"] == "face"]
        wrong += [] if faces == ([data["face"]] if "face" in data else []) else ["rosto"]
    for key, value in participant["client"].items():
        if value != ERASED and chain.value(event_id, f"/data/client/{key}") != value:
            wrong.append(f"conexão ({key})")
    reason = participant["rejectReason"]
    if reason not in (None, ERASED) and chain.value(event_id, "/data/reason") != reason:
        wrong.append("motivo")
    return wrong


def moment_holds(moment, chain):
    event = chain.canonical.get(moment["eventId"])
    if event is None or event["type"] != moment["action"] or event["metadata"]["occurredAt"] != moment["at"]:
        return False
    who, reason = moment["who"], moment["reason"]
    told_who = who in (None, ERASED) or chain.value(moment["eventId"], "/metadata/actor/name") == who
    return told_who and (reason in (None, ERASED) or chain.value(moment["eventId"], "/data/reason") == reason)


def check_terms(report, evidence):
    for terms in evidence["terms"]:
        report.check(sha256(terms["text"]) == terms["sha256"], f"texto aceito, versão {terms['version']}")
    texts = {terms["version"]: terms["sha256"] for terms in evidence["terms"]}
    for participant in evidence["participants"]:
        consent = participant["consent"]
        if consent is not None and consent["textSha256"] is not None:
            same = texts.get(consent["termsVersion"]) == consent["textSha256"]
            report.check(same, f"{participant['name']} aceitou o texto de SHA-256 {consent['textSha256']}")


# The key


def check_key(report, evidence, chain, key):
    if not report.check(key["processId"] == evidence["process"]["processId"], "a chave é deste processo"):
        return
    for participant in evidence["participants"]:
        own = next((one for one in key["people"] if one["personId"] == participant["personId"]), None)
        if own is None or own["key"] is None:
            report.note(f"{participant['name']}: sem chave (de outra pessoa, ou apagada com os dados dela)")
            continue
        identify(report, participant, chain, own)


def identify(report, participant, chain, own):
    name, secret = participant["name"], bytes.fromhex(own["key"])
    values = {(one["eventId"], pointer): value for one in own["values"] for pointer, value in [(one["pointer"], one["value"])]}
    for label, commitment in commitments_of(participant):
        event = chain.canonical.get(commitment["eventId"], {})
        bound = event.get("commitments", {}).get(commitment["pointer"]) == commitment["sha256"]
        place = (commitment["eventId"], commitment["pointer"])
        candidates = [values[place]] if place in values else []
        if label == "CPF":
            candidates += cpfs_like(participant["cpf"])
        found = next((one for one in candidates if commits(secret, commitment, one)), None)
        report.check(bound and found is not None, f"{name}: {label} {found or 'não identificado'}")


def commitments_of(participant):
    if participant["cpfCommitment"] is not None:
        yield "CPF", participant["cpfCommitment"]
    contact = participant["contact"]
    if contact is not None and contact["commitment"] is not None:
        yield {"email": "e-mail que recebeu o código:", "sms": "telefone que recebeu o código:"}[contact["channel"]], contact[
            "commitment"
        ]


def commits(secret, commitment, value):
    place = commitment["eventId"] + commitment["pointer"]
    salt = hmac.new(secret, place.encode(), hashlib.sha256).hexdigest()[:32]
    disclosure = json.dumps([salt, commitment["pointer"], value], ensure_ascii=False, separators=(",", ":"))
    return sha256(disclosure) == commitment["sha256"]


def cpfs_like(masked):
    """Every CPF whose six middle digits are those shown: with the key, a thousand candidates say which it is."""
    middle = "".join(re.findall(r"\d", masked))
    if len(middle) != 6:
        return
    for first in range(1000):
        digits = [int(one) for one in f"{first:03d}{middle}"]
        for length in (9, 10):
            rest = sum(digit * (length + 1 - place) for place, digit in enumerate(digits[:length])) * 10 % 11
            digits.append(0 if rest == 10 else rest)
        yield "".join(map(str, digits))


def main():
    parser = argparse.ArgumentParser(description="Confere a evidência de um documento selado pelo Lacre.")
    parser.add_argument("pdf", type=Path)
    parser.add_argument("evidence", type=Path, nargs="?", help="evidence.json; sem ele, o que está anexado ao PDF")
    parser.add_argument("--key", type=Path, help="a chave da evidência, que a plataforma dá à conta e ao participante")
    options = parser.parse_args()
    pdf = options.pdf.read_bytes()
    attached = options.evidence.read_bytes() if options.evidence else attached_evidence(pdf)
    if attached is None:
        print("O PDF não traz evidence.json: indique o arquivo.", file=sys.stderr)
        return 2
    evidence = json.loads(attached)
    if evidence.get("version") != VERSION:
        print(f"Este programa lê a versão {VERSION} da evidência, e esta é a {evidence.get('version')}.", file=sys.stderr)
        return 2
    report = Report()
    try:
        chain = Chain(evidence["chain"])
        check_document(report, pdf, evidence)
        check_attached(report, pdf, attached, check_seal(report, pdf, evidence))
        check_chain(report, chain)
        check_disclosures(report, chain)
        check_statements(report, evidence, chain)
        check_terms(report, evidence)
        if options.key:
            check_key(report, evidence, chain, json.loads(options.key.read_text("utf-8")))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        report.check(False, "a evidência tem a forma descrita", repr(error))
    print("Algo não confere." if report.failed else "Tudo confere.")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
