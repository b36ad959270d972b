"""
Diz o que cada revisão depois do selo do Lacre é. A plataforma acrescenta duas coisas, numa forma só: dados de validação
(ISO 32000-2, 12.8.4.3) e um carimbo do tempo sobre o arquivo inteiro (12.8.5). Tudo o mais é de outros.
"""

import re

from pdf_revisions import Document, Malformed, decoded, number, read_value

BEGINNING = re.compile(
    rb"<< /Type /(Sig|DocTimeStamp) /Filter /Adobe\.PPKLite /SubFilter /ETSI\.(?:CAdES\.detached|RFC3161)"
    rb"\n/ByteRange \[0 (\d+) (\d+) (\d+)\] *\n/Contents <"
)
SIGNATURE = re.compile(BEGINNING.pattern + rb"([0-9a-f]+)>")
FIELD = re.compile(
    rb"<< /Type /Annot /Subtype /Widget /FT /Sig /T \((DocTimeStamp\d*)\) /V (\d+) 0 R /F 132 /Rect \[0 0 0 0\] /P (\d+) \d+ R >>"
)
ENDING = re.compile(rb"startxref\n(\d+)\n%%EOF\n")
OWN_HEADER = re.compile(rb"(\d+) (\d+) obj\n")
LISTS = (b"Certs", b"OCSPs", b"CRLs")
VRI_ENTRY = re.compile(rb"<< /Type /VRI(?: /(?:Cert|OCSP|CRL) \[(?: \d+ 0 R)* \])* >>")
ESIC = b"<< /BaseVersion /1.7 /ExtensionLevel 1 >>"
# Which a cross-reference sets anew, and which describe a cross-reference stream and no other.
OWN_TRAILER_KEYS = {b"Size", b"Prev", b"XRefStm", b"ID"}
STREAM_KEYS = {b"Length", b"Filter", b"DecodeParms", b"F", b"FFilter", b"FDecodeParms", b"DL", b"W", b"Index", b"Type"}
# What readers that rebuild a file would find in the data of a stream.
SYNTAX = re.compile(rb"\d\s+\d+\s*obj|endobj|endstream|trailer|[\r\n]\s*xref|startxref|%PDF-")


class NotOurs(Exception):
    """Why a revision is none that the platform adds."""


def need(holds, why):
    if not holds:
        raise NotOurs(why)


class Signature:
    """A seal or a document time stamp in the one form in which the platform writes it."""

    def __init__(self, found):
        self.kind = found[1].decode()
        self.first, self.second, self.last = (int(found[at]) for at in (2, 3, 4))
        self.end = self.second + self.last
        padded = bytes.fromhex(found[5].decode()) if len(found[5]) % 2 == 0 else b""
        self.cms = der_of(padded)
        clean = not padded[len(self.cms) :].strip(b"\0")
        # The numbers are covered by the signature, and the gap is where they stand: nothing else fits between.
        self.exact = clean and found.start(5) - 1 == self.first and found.end(5) + 1 == self.second


def der_of(padded):
    """The DER value without the zeros that fill the place kept for it."""
    if len(padded) < 2 or padded[1] < 0x80:
        return padded
    octets = padded[1] & 0x7F
    return padded[: 2 + octets + int.from_bytes(padded[2 : 2 + octets], "big")]


def seals_of(pdf):
    """What may be a seal: it ends a revision, and covers all of the file up to there but itself."""
    for found in SIGNATURE.finditer(pdf):
        seal = Signature(found)
        if seal.kind == "Sig" and seal.exact and seal.end <= len(pdf) and ending_at(pdf, seal.end) is not None:
            yield seal


def claimed_end(pdf):
    """The last byte that a seal or time stamp says it covers; more than there are in a file that was cut."""
    return max((int(found[3]) + int(found[4]) for found in BEGINNING.finditer(pdf)), default=0)


def ending_at(pdf, end):
    """Where the cross-reference is that a revision ends with."""
    found = re.compile(ENDING.pattern + rb"\Z").search(pdf[max(0, end - 64) : end])
    return int(found[1]) if found else None


class Revision:
    """What lies between the end of one revision and that of the next, in the one form in which the platform writes it."""

    def __init__(self, pdf, start, before):
        self.start, self.before = start, before
        self.objects, self.offsets, self.places, self.contents = {}, {}, {}, {}
        at = start
        while (header := OWN_HEADER.match(pdf, at)) and b"/Type /XRef" not in self.last_raw():
            at = self.read(pdf, header)
        need(self.objects, "ali não há nenhum objeto de PDF")
        self.trailer, at = self.read_cross_reference(pdf, at)
        ending = ENDING.match(pdf, at)
        need(ending and int(ending[1]) == self.startxref, "a revisão não termina como as da plataforma")
        self.end = ending.end()
        self.check_trailer()

    def last_raw(self):
        return next(reversed(self.objects.values())).raw if self.objects else b""

    def read(self, pdf, header):
        num, gen, body = int(header[1]), int(header[2]), header.end()
        need(num not in self.objects, f"a revisão traz o objeto {num} duas vezes")
        value, end = read_value(pdf, body)
        need(pdf[body : body + len(value.raw)] == value.raw, f"há dados antes do objeto {num}")
        self.objects[num], self.offsets[num], self.places[num] = value, (header.start(), gen), body
        if pdf.startswith(b"\nstream\n", end):
            begin, length = end + len("\nstream\n"), number(value.get(b"Length"))
            self.contents[num], end = pdf[begin : begin + length], begin + length
            need(pdf.startswith(b"\nendstream", end), f"o tamanho do objeto {num} não é o que ele diz")
            end += len("\nendstream")
        need(pdf.startswith(b"\nendobj\n", end), f"há dados depois do objeto {num}")
        return end + len("\nendobj\n")

    def read_cross_reference(self, pdf, at):
        if b"/Type /XRef" in self.last_raw():
            own = next(reversed(self.objects))
            value, (self.startxref, _) = self.objects[own], self.offsets[own]
            rows = b"".join(
                b"\1" + offset.to_bytes(4, "big") + gen.to_bytes(2, "big")
                for run in self.runs() for offset, gen in (self.offsets[num] for num in run)
            )
            index = " ".join(f"{run[0]} {len(run)}" for run in self.runs())
            need(value.text_of(b"W") == b"[1 4 2]" and value.text_of(b"Index") == f"[{index}]".encode(), "lista de objetos")
            need(value.get(b"Filter") is None and self.contents.pop(own) == rows, "a revisão não lista os objetos que traz")
            del self.objects[own]
            return value, at
        self.startxref = at
        table = "xref\n" + "".join(
            f"{run[0]} {len(run)}\n" + "".join(f"{offset:010d} {gen:05d} n \n" for offset, gen in map(self.offsets.get, run))
            for run in self.runs()
        )
        need(pdf.startswith(table.encode() + b"trailer\n<<", at), "a revisão não lista os objetos que traz")
        value, end = read_value(pdf, at + len(table) + len("trailer\n"))
        need(pdf[end : end + 1] == b"\n", "há dados depois do trailer")
        return value, end + 1

    def runs(self):
        """Numbers in order, in runs without a gap."""
        runs = []
        for num in sorted(self.offsets):
            if runs and runs[-1][-1] == num - 1:
                runs[-1].append(num)
            else:
                runs.append([num])
        return runs

    def check_trailer(self):
        old, new = self.before.trailer, self.trailer
        need(number(new.get(b"Prev")) == self.before.startxref, "a revisão não continua a revisão anterior")
        need(number(new.get(b"Size")) > max(self.offsets), "a revisão traz mais objetos do que diz")
        need(re.fullmatch(rb"\[<[0-9a-f]*> <[0-9a-f]{32}> \]", new.text_of(b"ID") or b""), "a revisão muda a identidade do arquivo")
        ignored = OWN_TRAILER_KEYS | STREAM_KEYS
        need(same_but(old, new, ignored), "a revisão muda a raiz do documento")

    def added(self):
        return [num for num in self.objects if self.before.entries.get(num) is None]


def same_but(old, new, keys):
    """Whether two dictionaries are the same, byte for byte, but for the values of some keys."""
    if old is None or new is None or old.entries is None or new.entries is None:
        return False
    rest = [{key: value.raw for key, value in one.entries.items() if key not in keys} for one in (old, new)]
    return rest[0] == rest[1]


def gained(old, new):
    """The objects that an array has come to refer to; undefined where anything else about it changed."""
    before = [item.raw for item in old.items] if old is not None and old.items is not None else []
    if new is None or new.items is None or (old is not None and old.items is None):
        return None
    after = [item.raw for item in new.items]
    references = [item.reference for item in new.items[len(before) :]]
    return references if after[: len(before)] == before and None not in references else None


def kind_of(revision):
    """`time-stamp` or `validation-data`. @throws NotOurs"""
    size = number(revision.before.trailer.get(b"Size"))
    added = revision.added()
    need(all(num >= size and revision.offsets[num][1] == 0 for num in added), "a revisão usa números que o documento tinha")
    if any(b"/Type /DocTimeStamp" in revision.objects[num].raw for num in added):
        check_time_stamp(revision, added)
        return "time-stamp"
    check_store(revision, added)
    return "validation-data"


# A document time stamp


def check_time_stamp(revision, added):
    before, objects = revision.before, revision.objects
    fields = [num for num in added if FIELD.fullmatch(objects[num].raw)]
    need(len(added) == 2 and len(fields) == 1 and not revision.contents, "a revisão traz objetos que um carimbo não tem")
    [own] = fields
    name, value, page = FIELD.fullmatch(objects[own].raw).groups()
    stamp = next(num for num in added if num != own)
    # The token stands in the file, and is matched there.
    need(int(value) == stamp, "o campo não é o do carimbo")
    catalog, root = before.resolve(before.trailer.get(b"Root"))
    form, form_num = before.resolve(catalog.get(b"AcroForm"))
    listed, list_num = before.resolve(form.get(b"Fields") if form else None)
    annotated = before.object(int(page))
    need(annotated and annotated.text_of(b"Type") == b"/Page", "o carimbo não está numa página")
    notes, notes_num = before.resolve(annotated.get(b"Annots"))
    need(name not in names_of(before, listed), "o nome do campo é o de outro")
    grows = lambda old, new: gained(old, new) == [own]
    rules = {
        notes_num: lambda _, new: grows(notes, new),
        list_num: lambda _, new: grows(listed, new),
        form_num: lambda old, new: same_but(old, new, {b"Fields"}) and grows(listed, new.get(b"Fields")),
        int(page): lambda old, new: same_but(old, new, {b"Annots"}) and grows(notes, new.get(b"Annots")),
        root: lambda old, new: catalog_grows(old, new, b"AcroForm", lambda: form_grows(form, new.get(b"AcroForm"), grows)),
    }
    check_changes(revision, added, rules)
    after, _ = Changed(revision).resolve(Changed(revision).resolve(before.trailer.get(b"Root"))[0].get(b"AcroForm"))
    need(grows(listed, Changed(revision).resolve(after.get(b"Fields"))[0]), "o carimbo não está no formulário")


def form_grows(old, new, grows):
    if old is None:
        return False
    return same_but(old, new, {b"Fields"}) and grows(old.get(b"Fields"), new.get(b"Fields"))


def names_of(before, listed):
    for item in listed.items if listed and listed.items else []:
        field, _ = before.resolve(item)
        yield plain(field.text_of(b"T") if field and field.entries is not None else None)


def plain(text):
    """A text string, as far as it could be the name of a field of ours."""
    if text is None:
        return b""
    if text.startswith(b"<"):
        text = b"(" + bytes.fromhex(re.sub(rb"[^0-9A-Fa-f]", b"", text).decode()) + b")"
    return text[1:-1].replace(b"\0", b"").replace(b"\xfe\xff", b"")


class Changed:
    """The document as it is after a revision."""

    def __init__(self, revision):
        self.revision = revision

    def resolve(self, value):
        if value is None or value.reference is None:
            return value, None
        num = value.reference
        return self.revision.objects.get(num) or self.revision.before.object(num), num


def catalog_grows(old, new, key, grows):
    if not same_but(old, new, {key, b"Extensions"}):
        return False
    extended = old.text_of(b"Extensions") == new.text_of(b"Extensions") or declares(old.get(b"Extensions"), new.get(b"Extensions"))
    return extended and (old.text_of(key) == new.text_of(key) or grows())


def declares(old, new):
    """The extension of ETSI EN 319 142-1, 5.6, and no other."""
    if new is None or new.text_of(b"ESIC") != ESIC:
        return False
    return set(new.entries) == {b"ESIC"} if old is None else same_but(old, new, {b"ESIC"}) and old.get(b"ESIC") is None


def check_changes(revision, added, rules):
    for num, new in revision.objects.items():
        if num in added:
            continue
        need(num in rules and num not in revision.contents, f"a revisão muda o objeto {num}, que o selo cobre")
        old, content = revision.before.stream(num)
        need(content is None and rules[num](old, new), f"a revisão muda o objeto {num}, que o selo cobre")


# Validation data


def check_store(revision, added):
    before, objects = revision.before, revision.objects
    data = [num for num in added if num in revision.contents]
    for num in data:
        check_data(num, objects[num], revision.contents[num])
    stores = [num for num in added if num not in data]
    need(data or revision.objects, "a revisão não traz nada")
    catalog, root = before.resolve(before.trailer.get(b"Root"))
    store, store_num = before.resolve(catalog.get(b"DSS"))
    need(len(stores) <= (1 if store is None else 0), "a revisão traz objetos que não são dados de validação")
    known = set(data)
    for key in LISTS:
        known.update(gained(None, before.resolve(store.get(key) if store else None)[0]) or [])
    grows = lambda old, new: store_grows(before, old, new, data, known)
    if stores:
        need(objects[stores[0]].text_of(b"Type") == b"/DSS" and grows(None, objects[stores[0]]), "dados de validação")
    named = f"{stores[0]} 0 R".encode() if stores else None
    rules = {root: lambda old, new: catalog_grows(old, new, b"DSS", lambda: store_named(store, new.get(b"DSS"), named, grows))}
    for key in LISTS:
        listed, num = before.resolve(store.get(key) if store else None)
        rules[num] = lambda old, new: set(gained(old, new) or [0]) <= set(data)
    vri, vri_num = before.resolve(store.get(b"VRI") if store else None)
    rules[vri_num] = lambda old, new: vri_grows(old, new, known)
    rules[store_num] = grows
    rules.pop(None, None)
    check_changes(revision, added, rules)
    after, _ = Changed(revision).resolve(Changed(revision).resolve(before.trailer.get(b"Root"))[0].get(b"DSS"))
    listed = {num for key in LISTS for num in gained(None, Changed(revision).resolve(after.get(key))[0]) or []} if after else set()
    need(set(data) <= listed, "a revisão traz objetos que não são dados de validação")


def check_data(num, value, content):
    need(set(value.entries) <= {b"Length", b"Filter"}, f"o objeto {num} não é de dados de validação")
    data = decoded(value, content)
    need(data[:1] == b"\x30" and len(data) > 2 and der_of(data) == data, f"o objeto {num} não é de dados de validação")
    need(not SYNTAX.search(content), f"o objeto {num} esconde sintaxe de PDF")


def store_named(store, new, named, grows):
    if store is None or new is None:
        return new is not None and new.raw == named
    return new.entries is not None and grows(store, new)


def store_grows(before, old, new, data, known):
    if old is not None and not same_but(old, new, {*LISTS, b"VRI"}):
        return False
    if old is None and not set(new.entries) <= {b"Type", *LISTS, b"VRI"}:
        return False
    for key in LISTS:
        then, now = (old.get(key) if old else None), new.get(key)
        if (then.raw if then else None) == (now.raw if now else None):
            continue
        added = None if then is not None and then.reference is not None else gained(then, now)
        if added is None or not set(added) <= set(data):
            return False
    then, now = (old.get(b"VRI") if old else None), new.get(b"VRI")
    return (then.raw if then else None) == (now.raw if now else None) or vri_grows(then, now, known)


def vri_grows(old, new, known):
    if new is None or new.entries is None or (old is not None and old.entries is None):
        return False
    kept = old.entries if old is not None else {}
    if any(key not in new.entries or new.entries[key].raw != value.raw for key, value in kept.items()):
        return False
    gains = [(key, value.raw) for key, value in new.entries.items() if key not in kept]
    return all(
        re.fullmatch(rb"[0-9A-F]{40}", key)
        and VRI_ENTRY.fullmatch(raw)
        and {int(num) for num in re.findall(rb"(\d+) 0 R", raw)} <= known
        for key, raw in gains
    )


# What follows the seal


class Part:
    """A stretch of the file after the seal: what the platform added, or `why` it is none of that."""

    def __init__(self, start, end, kind, why=None, stamp=None, data=()):
        self.start, self.end, self.kind, self.why, self.stamp, self.data = start, end, kind, why, stamp, list(data)


def parts_after(pdf, seal_end):
    """Every byte after the seal, in parts; the first that is none of the platform's is the last."""
    parts, end, startxref = [], seal_end, ending_at(pdf, seal_end)
    while end < len(pdf):
        try:
            revision = Revision(pdf, end, Document(pdf[:end], startxref))
            kind = kind_of(revision)
            stamp = stamp_of(pdf, revision) if kind == "time-stamp" else None
        except NotOurs as why:
            return [*parts, Part(end, len(pdf), "other", str(why))]
        except (Malformed, AttributeError, IndexError, KeyError, TypeError, ValueError, RecursionError, OverflowError) as error:
            return [*parts, Part(end, len(pdf), "other", f"não é uma revisão da plataforma: {error}")]
        data = [decoded(revision.objects[num], content) for num, content in revision.contents.items()]
        parts.append(Part(end, revision.end, kind, stamp=stamp, data=data))
        end, startxref = revision.end, revision.startxref
    return parts


def stamp_of(pdf, revision):
    found = next((SIGNATURE.match(pdf, at) for at in revision.places.values() if SIGNATURE.match(pdf, at)), None)
    need(found and pdf.startswith(b"\n>>\nendobj\n", found.end()), "o carimbo não está escrito como os da plataforma")
    stamp = Signature(found)
    need(stamp.kind == "DocTimeStamp" and stamp.exact and stamp.end == revision.end, "o carimbo não cobre o arquivo até ali")
    return stamp
