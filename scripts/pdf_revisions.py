"""Lê o bastante de um PDF para dizer o que cada revisão dele acrescenta (ISO 32000-2, 7.5). Só a biblioteca padrão."""

import re
import zlib

SPACE = rb"[\0\t\n\f\r ]"
REGULAR = rb"[^\0\t\n\f\r ()<>\[\]{}/%]"
TOKEN = re.compile(
    rb"(?:" + SPACE + rb"|%[^\r\n]*)*(?:(<<|>>|\[|\]|\()|(<[0-9A-Fa-f\0\t\n\f\r ]*>)|(/" + REGULAR + rb"*)|(" + REGULAR + rb"+))"
)
REFERENCE = re.compile(rb"(\d+)" + SPACE + rb"+(\d+)" + SPACE + rb"+R(?!" + REGULAR + rb")")
HEADER = re.compile(SPACE + rb"*(\d+)" + SPACE + rb"+(\d+)" + SPACE + rb"+obj(?!" + REGULAR + rb")")
MAX_DEPTH = 100


class Malformed(Exception):
    """What is read is not what a PDF has there."""


class Value:
    """A value with its very bytes: a dictionary of values, a list of them, or neither."""

    def __init__(self, raw, entries=None, items=None):
        self.raw, self.entries, self.items = raw, entries, items

    def get(self, key):
        return self.entries.get(key) if self.entries is not None else None

    def text_of(self, key):
        return self.get(key).raw if self.get(key) else None

    @property
    def reference(self):
        found = REFERENCE.fullmatch(self.raw)
        return int(found[1]) if found else None


def read_value(data, at, depth=0):
    """A value that begins at or after a place. Returns it, and where it ends."""
    found = TOKEN.match(data, at)
    if not found or depth > MAX_DEPTH:
        raise Malformed(f"byte {at}")
    start = found.start(found.lastindex)
    opening = found[1]
    if opening == b"<<":
        return read_dict(data, start, found.end(), depth)
    if opening == b"[":
        return read_list(data, start, found.end(), depth)
    if opening == b"(":
        end = end_of_string(data, found.end())
        return Value(data[start:end]), end
    if opening is not None:
        raise Malformed(f"byte {start}")
    reference = REFERENCE.match(data, start) if found[4] else None
    end = reference.end() if reference else found.end()
    return Value(data[start:end]), end


def read_dict(data, start, at, depth):
    entries = {}
    while True:
        found = TOKEN.match(data, at)
        if found and found[1] == b">>":
            return Value(data[start : found.end()], entries=entries), found.end()
        if not found or found[3] is None:
            raise Malformed(f"byte {at}")
        key = re.sub(rb"#([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), found[3][1:])
        value, at = read_value(data, found.end(), depth + 1)
        if key in entries:
            raise Malformed(f"byte {at}: {key!r}")
        entries[key] = value


def read_list(data, start, at, depth):
    items = []
    while True:
        found = TOKEN.match(data, at)
        if found and found[1] == b"]":
            return Value(data[start : found.end()], items=items), found.end()
        value, at = read_value(data, at, depth + 1)
        items.append(value)


def end_of_string(data, at):
    depth = 1
    while depth:
        found = re.compile(rb"\\.|[()]", re.S).search(data, at)
        if not found:
            raise Malformed(f"byte {at}")
        depth += {b"(": 1, b")": -1}.get(found[0], 0)
        at = found.end()
    return at


class Section:
    """A cross-reference: the place of each object that it lists, and its trailer."""

    def __init__(self, entries, trailer):
        self.entries, self.trailer = entries, trailer


def number(value):
    if value is None or not value.raw.isdigit():
        raise Malformed("number")
    return int(value.raw)


def read_table(data, at):
    entries = {}
    at = re.compile(rb"xref" + SPACE + rb"+").match(data, at).end()
    subsection = re.compile(rb"(\d+) +(\d+)" + SPACE + rb"+")
    row = re.compile(rb"(\d{10}) (\d{5}) ([nf])" + SPACE + rb"+")
    while found := subsection.match(data, at):
        first, count, at = int(found[1]), int(found[2]), found.end()
        for num in range(first, first + count):
            entry = row.match(data, at)
            if not entry:
                raise Malformed(f"byte {at}")
            entries.setdefault(num, ("at", int(entry[1])) if entry[3] == b"n" else None)
            at = entry.end()
    found = re.compile(rb"trailer").match(data, at)
    if not found:
        raise Malformed(f"byte {at}")
    trailer, _ = read_value(data, found.end())
    if trailer.entries is None:
        raise Malformed(f"byte {at}")
    return Section(entries, trailer)


def read_section(data, at):
    if data[at : at + 4] == b"xref":
        return read_table(data, at)
    _, value, content = read_object(data, at)
    widths = [number(one) for one in value.get(b"W").items]
    index = value.get(b"Index")
    runs = [number(one) for one in index.items] if index else [0, number(value.get(b"Size"))]
    entries, rows, at = {}, decoded(value, content), 0
    for first, count in zip(runs[::2], runs[1::2]):
        for num in range(first, first + count):
            kind, second, third = fields_of(rows, at, widths)
            entries.setdefault(num, {1: ("at", second), 2: ("in", second, third)}.get(kind if widths[0] else 1))
            at += sum(widths)
    return Section(entries, value)


def fields_of(rows, at, widths):
    if at + sum(widths) > len(rows) or sum(widths) == 0:
        raise Malformed("cross-reference stream")
    for width in widths:
        yield int.from_bytes(rows[at : at + width], "big")
        at += width


def read_object(data, at, length_of=number):
    """Number, value and content of an object; its content is undefined where it is no stream."""
    header = HEADER.match(data, at)
    if not header:
        raise Malformed(f"byte {at}")
    value, end = read_value(data, header.end())
    stream = re.compile(SPACE + rb"*stream(?:\r\n|\n)").match(data, end)
    if not stream or value.entries is None:
        return int(header[1]), value, None
    length = length_of(value.get(b"Length"))
    return int(header[1]), value, data[stream.end() : stream.end() + length]


def decoded(value, content):
    """A stream as it was before it was deflated, which is the one way in which tables and members are."""
    if value.get(b"Filter") is None:
        return content
    if re.sub(rb"[\[\]\s]", b"", value.text_of(b"Filter")) != b"/FlateDecode":
        raise Malformed("filter")
    data = zlib.decompressobj().decompress(content)
    parameters = value.get(b"DecodeParms")
    parameters = parameters.items[0] if parameters and parameters.items else parameters
    predictor = int(parameters.text_of(b"Predictor") or 1) if parameters else 1
    if predictor < 10:
        return data
    return without_prediction(data, int(parameters.text_of(b"Columns") or 1))


def without_prediction(data, columns):
    """PNG's prediction, of which cross-reference streams have rows of one byte a column."""
    previous, rows = bytes(columns), []
    for start in range(0, len(data), columns + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + columns])
        for at, byte in enumerate(row):
            left, up, corner = (row[at - 1], previous[at], previous[at - 1]) if at else (0, previous[at], 0)
            guess = {0: 0, 1: left, 2: up, 3: (left + up) // 2}.get(kind)
            row[at] = (byte + (paeth(left, up, corner) if guess is None else guess)) & 0xFF
        previous = bytes(row)
        rows.append(previous)
    return b"".join(rows)


def paeth(left, up, corner):
    guess = left + up - corner
    return min((left, up, corner), key=lambda one: abs(guess - one))


class Document:
    """A file up to the end of one of its revisions, by the cross-reference that it ends with."""

    MAX_SECTIONS = 2000

    def __init__(self, data, startxref):
        self.data, self.startxref = data, startxref
        self.entries, self.trailer = {}, None
        pending, seen = [startxref], set()
        while pending and len(seen) < self.MAX_SECTIONS:
            at = pending.pop(0)
            if at in seen:
                continue
            seen.add(at)
            section = read_section(data, at)
            self.trailer = self.trailer or section.trailer
            for num, entry in section.entries.items():
                self.entries.setdefault(num, entry)
            pending = [int(section.trailer.text_of(key)) for key in (b"XRefStm", b"Prev") if section.trailer.get(key)] + pending

    def object(self, num):
        """An object's value; undefined where there is none."""
        return self.stream(num)[0]

    def stream(self, num, depth=0):
        entry = self.entries.get(num)
        if entry is None or depth > 3:
            return None, None
        if entry[0] == "in":
            return self.member(num, entry[1], depth), None
        found, value, content = read_object(self.data, entry[1], lambda length: self.length(length, depth))
        if found != num:
            raise Malformed(f"object {num}")
        return value, content

    def length(self, value, depth):
        if value is not None and value.reference is not None:
            value = self.stream(value.reference, depth + 1)[0]
        return number(value)

    def member(self, num, container, depth):
        value, content = self.stream(container, depth + 1)
        body = decoded(value, content)
        first = number(value.get(b"First"))
        heads = [int(one) for one in re.sub(rb"%[^\r\n]*", b"", body[:first]).split()]
        places = dict(zip(heads[::2], heads[1::2]))
        return read_value(body, first + places[num])[0] if num in places else None

    def resolve(self, value):
        """A value, or the one that it refers to, and under which number."""
        if value is None or value.reference is None:
            return value, None
        return self.object(value.reference), value.reference
