#!/usr/bin/env python3
"""Confere a evidência de um documento selado pelo Lacre, sem rede e sem a plataforma.

    python3 verify-evidence.py documento.pdf [evidence.json] [--key chave-da-evidencia.json]

Usa a biblioteca padrão do Python 3 (3.8 ou mais novo), os arquivos ao lado deste e, para assinaturas, o comando
openssl. Sem evidence.json, lê o que está anexado ao PDF. O formato está descrito em docs/evidence.md. Termina com

    0  quando tudo confere, e cada byte do arquivo é do documento, do selo ou do que a plataforma acrescenta a ele
    1  quando algo não confere, ou o arquivo traz bytes que não são nada disso
    2  quando falta com que conferir: openssl, evidence.json, a autoridade de um carimbo
    3  quando o selo confere, mas nenhum carimbo do tempo cobre o arquivo até o fim: é um estado anterior, ou foi cortado
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
import zlib
from pathlib import Path

import by_openssl
from after_seal import claimed_end, parts_after, seals_of

# In version 9 no one signs at another's request.
VERSIONS = (9, 10)
ERASED = "dados removidos"
CHAIN_START = "0" * 64
# Where readers look for the end of a PDF, bytes (Adobe PDF Reference 1.7, H.3, note 18).
TAIL = 1024
HEX64 = re.compile(r"^[0-9a-f]{64}$")


def sha256(data):
    return hashlib.sha256(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")).hexdigest()


class Report:
    """Prints each check, and remembers whether one failed, what could not be checked and what the file lacks."""

    def __init__(self):
        self.failed = False
        self.left, self.missing = [], []

    def check(self, holds, text, why=""):
        self.failed = self.failed or not holds
        print(f"{'confere' if holds else 'NÃO CONFERE'}: {text}{'' if holds or not why else f' ({why})'}")
        return holds

    def note(self, text):
        print(f"  {text}")

    def leave(self, text):
        self.left.append(text)
        print(f"não conferido: {text}")

    def shorten(self, text):
        self.missing.append(text)

    def conclude(self):
        """Says what it all comes to. Returns the exit status."""
        if self.failed:
            print("Algo não confere.")
            return 1
        if self.left:
            print("Nem tudo pôde ser conferido: " + "; ".join(self.left) + ".")
            return 2
        if self.missing:
            print("O documento e o selo conferem, mas faltam provas de tempo: " + "; ".join(self.missing) + ".")
            return 3
        print("Tudo confere.")
        return 0


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


def check_attached(report, pdf, given, seal):
    """What others attached before the seal, or after it, is no evidence of the platform, though its seal holds."""
    places = [at for at, body in streams_of(pdf) if body == given]
    laid = seal is not None and any(is_laid_down(pdf, at, seal) for at in places)
    report.check(laid, "o evidence.json foi anexado ao PDF pelo próprio selo, byte por byte")


def is_laid_down(pdf, at, seal):
    """Whether a place in the file lies in the one revision that a seal ends, and no revision lies between."""
    before = pdf.rfind(b"startxref", 0, seal.first)
    return before < at < seal.end and pdf.count(b"startxref", before + 1, seal.end) == 1


def check_seal(report, pdf, evidence):
    """
    The platform's signature over the bytes it covers; whom its certificate is from is not judged. Returns the seal, and
    its certificate.
    """
    wanted = evidence["seal"]["certificateSha256"]
    # Its numbers are its own only behind the document: what is before has been made by others.
    candidates = [seal for seal in seals_of(pdf) if seal.first >= evidence["document"]["sizeBytes"] or is_apart(evidence)]
    if not by_openssl.is_there():
        report.leave("openssl não encontrado: a assinatura do selo e os carimbos do tempo NÃO foram conferidos")
        report.check(bool(candidates), "o arquivo traz um selo")
        return (candidates[-1] if candidates else None), None
    own = [(seal, signer) for seal in candidates if (signer := signer_of(pdf, seal, wanted)) is not None]
    report.check(bool(own), f"o selo é assinado pelo certificado de SHA-256 {wanted} e cobre o que diz cobrir")
    seal, certificate = own[-1] if own else (None, None)
    if seal is not None:
        report.note(f"do primeiro ao byte {seal.end} o arquivo é o que o selo cobre; ele tem {len(pdf)}")
    return seal, certificate


def is_apart(evidence):
    return evidence["document"]["sealedSha256"] is not None


def covered_by(pdf, signature):
    return pdf[: signature.first] + pdf[signature.second : signature.end]


def signer_of(pdf, seal, wanted):
    signer = by_openssl.signer_of(seal.cms, covered_by(pdf, seal))
    return signer if signer is not None and by_openssl.sha256_of(signer) == wanted else None


def check_without_evidence(report, pdf):
    """What shows in the file alone: that a seal holds no more, that it was cut, or what others put behind it."""
    report.leave("o PDF não traz evidence.json: indique o arquivo")
    if claimed_end(pdf) > len(pdf):
        report.check(False, f"o arquivo tem os {claimed_end(pdf)} bytes que a assinatura dele cobre", f"foi cortado: tem {len(pdf)}")
    elif b"%%EOF" not in pdf[-TAIL:]:
        report.check(False, "o arquivo termina como um PDF termina", "foi cortado, ou outros acrescentaram bytes a ele")
    seals = list(seals_of(pdf))
    if not seals:
        report.leave("o arquivo não traz um selo inteiro")
        return
    if len(seals) > 1:
        report.leave(f"ele traz {len(seals)} assinaturas na forma de um selo, e só a evidência diz qual é o da plataforma")
    seal = seals[-1]
    if by_openssl.is_there():
        signer = by_openssl.signer_of(seal.cms, covered_by(pdf, seal))
        report.check(signer is not None, f"a assinatura que vai até o byte {seal.end} é do que ela cobre")
    else:
        report.leave("openssl não encontrado: a assinatura do selo NÃO foi conferida")
    for part in parts_after(pdf, seal.end):
        if part.kind == "other":
            report_others(report, pdf, part)


# After the seal


def check_rest(report, pdf, evidence, seal, certificate, authorities):
    """Accounts for every byte after the seal."""
    parts = parts_after(pdf, seal.end)
    ours = [part for part in parts if part.kind != "other"]
    for part in parts:
        if part.kind == "other":
            report_others(report, pdf, part)
    if certificate is None:
        return
    stamped = check_stamps(report, pdf, ours, seal, certificate, authorities)
    last = ours[-1].end if ours else seal.end
    if stamped < last:
        report.note(f"do byte {stamped + 1} ao {last} há dados de validação, que nenhum carimbo do tempo cobre")
    if stamped < last or not ours:
        level = evidence["seal"]["level"]
        without = f"foi selado no nível {level}, que não tem um" if level != "B-LTA" else "é um estado anterior, ou foi cortado"
        report.shorten(f"nenhum carimbo do tempo cobre o arquivo até o fim; ele {without}")


def report_others(report, pdf, part):
    what = f"os bytes {part.start + 1} a {part.end}, depois do selo, são dos que a plataforma acrescenta"
    report.check(False, what, part.why)
    if b"/ByteRange" in pdf[part.start :]:
        report.note("ali há uma assinatura feita depois do selo, que este programa não confere")
    report.note(f"esses {part.end - part.start} bytes não são do selo nem da plataforma, e podem mudar o que as páginas mostram:")
    report.note("o conteúdo deste arquivo não é mais garantido. O que foi selado é só o começo dele:")
    report.note(f"head -c {part.start} documento.pdf > selado.pdf")


def check_stamps(report, pdf, parts, seal, certificate, given):
    """The time stamps, each over the whole file up to there. Returns the end of what the last one covers."""
    stored = [one for part in parts for one in part.data if by_openssl.is_certificate(one)]
    cms = [seal.cms, *(part.stamp.cms for part in parts if part.stamp)]
    brought = [*(pem for one in cms for pem in by_openssl.certificates_in(one)), *map(by_openssl.pem_of, stored)]
    pool = list({by_openssl.sha256_of(pem): pem for pem in [*brought, *given]}.values())
    authorities = [*given, *by_openssl.authorities_above(certificate, pool)]
    end = seal.end
    for part in parts:
        if part.stamp is None:
            continue
        content = covered_by(pdf, part.stamp)
        text = f"o carimbo do tempo cobre o arquivo até o byte {part.end}"
        trusted = next((one for one in authorities if by_openssl.stamps(part.stamp.cms, content, [one], pool)), None)
        if trusted is not None:
            report.check(True, text)
            why = "dada com --authority" if trusted in given else "acima do certificado do selo"
            report.note(f"autoridade {why}: {named(trusted)}")
            end = part.end
        elif report.check(by_openssl.stamps(part.stamp.cms, content, pool, pool), text):
            report.leave("não foi conferido de quem é esse carimbo: dê com --authority o certificado da autoridade dele")
            note_claimed(report, part.stamp.cms, pool)
    return end


def named(pem):
    return f"{by_openssl.name_of(pem)} (SHA-256 {by_openssl.sha256_of(pem)})"


def note_claimed(report, token, pool):
    """Whom to ask for the certificate; that the file brings one itself proves no one trusted."""
    signer = by_openssl.signer_of(token)
    if signer is None:
        return
    highest = by_openssl.highest_above(signer, pool)
    report.note(f"o carimbo diz ser de {by_openssl.name_of(signer)}")
    report.note(f"e o certificado mais alto que o arquivo traz acima dele é {named(highest)},")
    report.note(f"emitido por {by_openssl.name_of(highest, 'issuer')}")
    report.note("o arquivo dizer isso não prova nada: peça o certificado à própria autoridade e compare o SHA-256")


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

    @property
    def requests(self):
        """Who takes part in whose name, at that person's request, by the events that say so."""
        for event_id, event in self.canonical.items():
            data = event["data"]
            people = [(f"/data/participants/{index}", one) for index, one in enumerate(data.get("participants", []))]
            people += [("/data/participant", data["participant"])] if "participant" in data else []
            for pointer, one in people:
                if "atRequestOf" in one:
                    requested = one["atRequestOf"]["personId"]
                    yield {
                        "eventId": event_id,
                        "pointer": pointer + "/atRequestOf",
                        "signer": one["personId"],
                        "personId": requested,
                    }

    def value(self, event_id, pointer):
        return self.disclosed.get(event_id, {}).get(pointer)

    def names_of(self, person_id):
        """Names that the process has for a participant, as its events disclose them."""
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
    if not request_holds(participant, chain):
        problems.append("a rogo de quem")
    if participant["event"] is not None:
        problems += problems_of_act(participant, document, chain)
    elif participant["status"] == "signed":
        problems.append("assinatura sem evento")
    report.check(not problems, f"{name}: {participant['status']}", ", ".join(problems))


def request_holds(participant, chain):
    """Whether an event has the participant sign in the name of whom the evidence says, and for that reason."""
    stated = participant.get("atRequestOf")
    recorded = [one for one in chain.requests if one["signer"] == participant["personId"]]
    if stated is None:
        return not recorded
    return any(
        one["personId"] == stated["personId"]
        and stated["name"] in (ERASED, chain.value(one["eventId"], one["pointer"] + "/name"))
        and stated["impediment"] in (None, chain.value(one["eventId"], one["pointer"] + "/impediment"))
        for one in recorded
    )


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
        stated, recorded = (
            {key: value for key, value in consent.items() if value is not None}
            for consent in (participant["consent"], data["consent"])
        )
        wrong += [] if stated == recorded else ["consentimento"]
        wrong += [] if participant.get("declaration") == data.get("declaration") else ["declaração"]
        asked, told = participant.get("atRequestOf"), data.get("atRequestOf")
        wrong += [] if (asked and asked["personId"]) == (told and told["personId"]) else ["a rogo de quem"]
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


def check_declarations(report, evidence):
    for made in evidence.get("declarations", []):
        report.check(sha256(made["text"]) == made["sha256"], f"texto declarado ({made['by']}), versão {made['version']}")
    texts = {(made["by"], made["version"]): made["sha256"] for made in evidence.get("declarations", [])}
    for participant in evidence["participants"]:
        own = participant.get("declaration")
        if own is not None:
            same = texts.get((own["by"], own["version"])) == own["textSha256"]
            report.check(same, f"{participant['name']} declarou o texto de SHA-256 {own['textSha256']}")


# The key


def check_key(report, evidence, chain, key):
    if not report.check(key["processId"] == evidence["process"]["processId"], "a chave é deste processo"):
        return
    asked = [one["atRequestOf"] for one in evidence["participants"] if one.get("atRequestOf") is not None]
    for participant in evidence["participants"] + [{**one, "contact": None} for one in asked]:
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
    parser.add_argument("--authority", type=Path, action="append", default=[], help="certificado (PEM) de autoridade de carimbos")
    options = parser.parse_args()
    authorities = [pem for path in options.authority for pem in by_openssl.PEM.findall(path.read_text())]
    pdf = options.pdf.read_bytes()
    attached = options.evidence.read_bytes() if options.evidence else attached_evidence(pdf)
    report = Report()
    if attached is None:
        check_without_evidence(report, pdf)
        return report.conclude()
    evidence = json.loads(attached)
    if evidence.get("version") not in VERSIONS:
        known = " e ".join(map(str, VERSIONS))
        print(f"Este programa lê as versões {known} da evidência, e esta é a {evidence.get('version')}.", file=sys.stderr)
        return 2
    try:
        chain = Chain(evidence["chain"])
        check_document(report, pdf, evidence)
        seal, certificate = check_seal(report, pdf, evidence)
        check_attached(report, pdf, attached, seal)
        if seal is not None:
            check_rest(report, pdf, evidence, seal, certificate, authorities)
        check_chain(report, chain)
        check_disclosures(report, chain)
        check_statements(report, evidence, chain)
        check_terms(report, evidence)
        check_declarations(report, evidence)
        if options.key:
            check_key(report, evidence, chain, json.loads(options.key.read_text("utf-8")))
    except (KeyError, IndexError, TypeError, ValueError) as error:
        report.check(False, "a evidência tem a forma descrita", repr(error))
    return report.conclude()


if __name__ == "__main__":
    sys.exit(main())
