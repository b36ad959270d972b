/** A piece of PDF syntax where it stands. */
export interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind:
    | 'number'
    | 'reference'
    | 'name'
    | 'delimiter'
    | 'string'
    | 'hex'
    | 'comment'
    | 'word'
    | 'entry';
}

/** A number that is the place of something: it has to move when the something does. */
export interface OffsetToken {
  readonly start: number;
  readonly end: number;
  /** In digits, or as four bytes in a cross-reference stream. */
  readonly form: 'digits' | 'bytes';
  /** What it says, for the file as it now is. */
  readonly of: (moved: (offset: number) => number) => number;
}

export interface StreamExtent {
  readonly start: number;
  readonly end: number;
  /** Where the digits of a direct Length stand. */
  readonly length: { readonly start: number; readonly end: number } | undefined;
  readonly deflated: boolean;
  /** A cross-reference stream whose rows can be changed where they stand. */
  readonly isCrossReference: boolean;
}

/** What a mutation needs to know of a file. Found by searching, so that broken files have one too. */
export interface PdfIndex {
  readonly tokens: readonly Token[];
  readonly offsets: readonly OffsetToken[];
  readonly streams: readonly StreamExtent[];
  /** Extents between `<` and `>` of the long strings that hold signatures. */
  readonly signatures: readonly { readonly start: number; readonly end: number }[];
  /** Offsets after each end-of-file marker. */
  readonly revisionEnds: readonly number[];
}

const TOKEN =
  /(?<entry>\d{10} \d{5} [nf])|(?<reference>\d+ \d+ R)\b|(?<name>\/[^\s/<>[\](){}%]*)|(?<number>[+-]?\d*\.?\d+)|(?<stream>stream\r?\n)|(?<delimiter><<|>>|\[|\])|(?<string>\((?:[^()\\]|\\.)*\))|(?<hex><[0-9A-Fa-f\s]*>)|(?<comment>%[^\r\n]*)|(?<word>[A-Za-z]+)/gs;
/** Hexadecimal beyond this is a signature. */
const MIN_SIGNATURE_DIGITS = 400;

/** Looks a file over. */
export function indexPdf(bytes: Uint8Array): PdfIndex {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const tokens: Token[] = [];
  const streams: StreamExtent[] = [];
  const signatures: { start: number; end: number }[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const start = match.index;
    const end = start + match[0].length;
    const kind = Object.keys(match.groups ?? {}).find((name) => match?.groups?.[name] !== undefined);
    if (kind === 'stream') {
      const found = text.indexOf('endstream', end);
      if (found < 0) continue;
      streams.push(streamAt(text, end, found));
      TOKEN.lastIndex = found;
    } else if (kind === 'hex' && end - start > MIN_SIGNATURE_DIGITS)
      signatures.push({ start: start + 1, end: end - 1 });
    else tokens.push({ start, end, kind: kind as Token['kind'] });
  }
  const revisionEnds = [...text.matchAll(/%%EOF\r?\n?/g)].map((match) => match.index + match[0].length);
  return { tokens, streams, signatures, revisionEnds, offsets: offsetsIn(text, streams) };
}

function streamAt(text: string, start: number, found: number): StreamExtent {
  const dict = text.slice(Math.max(0, start - 400), start);
  const length = [...dict.matchAll(/\/Length (\d+)(?! \d+ R)/g)].at(-1);
  const at = length && start - dict.length + length.index + '/Length '.length;
  const own = dict.slice(dict.lastIndexOf(' obj') + 1);
  return {
    start,
    end: text[found - 1] === '\n' ? found - 1 : found,
    length: at === undefined ? undefined : { start: at, end: at + (length?.[1]?.length ?? 0) },
    deflated: /\/FlateDecode/.test(own) && !/\/Predictor/.test(own),
    isCrossReference: /\/XRef\b/.test(own) && /\/W \[1 4 2\]/.test(own) && !/\/Filter/.test(own),
  };
}

function offsetsIn(text: string, streams: readonly StreamExtent[]): OffsetToken[] {
  const found: OffsetToken[] = [];
  const place = (match: RegExpMatchArray, prefix: string, digits: string): void => {
    const start = (match.index ?? 0) + prefix.length;
    const value = Number(digits);
    found.push({ start, end: start + digits.length, form: 'digits', of: (moved) => moved(value) });
  };
  for (const match of text.matchAll(/(\d{10}) \d{5} n/g)) place(match, '', match[1] ?? '');
  for (const match of text.matchAll(/(startxref\s+|\/Prev |\/XRefStm )(\d+)/g))
    place(match, match[1] ?? '', match[2] ?? '');
  for (const match of text.matchAll(/(\/ByteRange \[0 )(\d+) (\d+) (\d+)/g)) {
    const [, prefix = '', ...digits] = match;
    const [before = 0, after = 0, rest = 0] = digits.map(Number);
    let start = match.index + prefix.length;
    const values: OffsetToken['of'][] = [
      (moved) => moved(before),
      (moved) => moved(after),
      (moved) => moved(after + rest) - moved(after),
    ];
    for (const [index, text10] of digits.entries()) {
      found.push({
        start,
        end: start + text10.length,
        form: 'digits',
        of: values[index] as OffsetToken['of'],
      });
      start += text10.length + 1;
    }
  }
  for (const { start, end, length, isCrossReference } of streams) {
    if (length) found.push({ ...length, form: 'digits', of: (moved) => moved(end) - moved(start) });
    if (isCrossReference) found.push(...rowsOf(text.slice(start, end), start));
  }
  return found;
}

/** Rows of `W [1 4 2]`, which the writer of this package and these seeds have. */
function rowsOf(data: string, start: number): OffsetToken[] {
  const rows: OffsetToken[] = [];
  for (let at = 0; at + 7 <= data.length; at += 7) {
    if (data.charCodeAt(at) !== 1) continue;
    const value = Buffer.from(data.slice(at + 1, at + 5), 'latin1').readUInt32BE();
    rows.push({ start: start + at + 1, end: start + at + 5, form: 'bytes', of: (moved) => moved(value) });
  }
  return rows;
}
