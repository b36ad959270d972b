import { deflateSync, inflateSync } from 'node:zlib';

import type { Random } from '../random.ts';
import { applied, type Edit, inPlace, putRight } from './apply-edits.ts';
import { mutateBytes, spliced } from './mutate-bytes.ts';
import { mutateDer } from './mutate-der.ts';
import { indexPdf, type PdfIndex, type StreamExtent, type Token } from './pdf-index.ts';
import { NAMES, nonsense, nonsenseNumber, reference } from './pdf-nonsense.ts';

const KEYWORDS = [
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  'R',
  'null',
  'f',
  'n',
  '%%EOF',
] as const;
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Indexes of files that are used again and again. */
const known = new WeakMap<Uint8Array, PdfIndex>();

function indexOf(bytes: Uint8Array): PdfIndex {
  const found = known.get(bytes) ?? indexPdf(bytes);
  known.set(bytes, found);
  return found;
}

/** Indexes of what comes from an offset on; a file is asked for with one offset only. */
const knownTails = new WeakMap<Uint8Array, PdfIndex>();

function indexFrom(bytes: Uint8Array, from: number): PdfIndex {
  const whole = indexOf(bytes);
  if (from === 0) return whole;
  const behind = <T extends { readonly start: number }>(list: readonly T[]): T[] =>
    list.filter(({ start }) => start >= from);
  const found = knownTails.get(bytes) ?? {
    tokens: behind(whole.tokens),
    streams: behind(whole.streams),
    signatures: behind(whole.signatures),
    offsets: whole.offsets,
    revisionEnds: whole.revisionEnds.filter((end) => end > from),
  };
  knownTails.set(bytes, found);
  return found;
}

/**
 * A file with a change or a few: to tokens, streams, signatures, or bytes. Most come with their
 * cross-reference, lengths and byte ranges put right again, or leave every byte where it was, so that
 * they are read far enough for the change to matter; some do not.
 *
 * @param from offset before which nothing is changed on purpose
 */
export function mutatePdf(bytes: Uint8Array, random: Random, other: Uint8Array, from = 0): Buffer {
  if (random.chance(0.06)) return mutateBytes(bytes, random, other);
  const index = indexFrom(bytes, from);
  // As often as not the syntax is left whole, so that the sense is looked at.
  const change = random.chance(0.5) ? senseEdit : editOf;
  const wanted = Array.from({ length: random.few(5) }, () => change(bytes, index, random, other));
  const edits: Edit[] = [];
  for (const edit of wanted.toSorted((a, b) => a.start - b.start)) {
    if (edit.start >= (edits.at(-1)?.end ?? 0)) edits.push(edit);
  }
  const way = random.below(10);
  if (way < 4)
    return applied(
      bytes,
      edits.map((edit) => inPlace(edit)),
    );
  const mutated = way < 9 ? putRight(bytes, index, edits) : applied(bytes, edits);
  return random.chance(0.05) ? cutOrContinued(mutated, random, other) : mutated;
}

/** A file in which nothing is changed but the CMS or token of one signature. */
export function mutateSignature(bytes: Uint8Array, random: Random, other: Uint8Array): Buffer {
  const signature = random.pick(indexOf(bytes).signatures);
  return applied(bytes, signature ? [signatureEdit(bytes, signature, random, other)] : []);
}

function editOf(bytes: Uint8Array, index: PdfIndex, random: Random, other: Uint8Array): Edit {
  const kind = random.below(100);
  const stream = random.pick(index.streams);
  if (kind < 6 && stream) return streamEdit(bytes, stream, random, other);
  const signature = random.pick(index.signatures);
  if (kind < 16 && signature) return signatureEdit(bytes, signature, random, other);
  const token = tokenIn(index, random);
  if (kind < 22 || !token) {
    const start = random.below(bytes.length);
    return { start, end: start + 1, by: random.bytes(1) };
  }
  if (kind < 30) return rangeEdit(bytes, index, token, random, other);
  return tokenEdit(bytes, token, random, other);
}

/** Another value for a value, another key for a key, a key and a value more. */
function senseEdit(bytes: Uint8Array, index: PdfIndex, random: Random, other: Uint8Array): Edit {
  const signature = random.pick(index.signatures);
  if (signature && random.chance(0.08)) return signatureEdit(bytes, signature, random, other);
  for (let attempts = 0; attempts < 8; attempts += 1) {
    const token = tokenIn(index, random);
    if (!token) break;
    const { start, end, kind } = token;
    const text = Buffer.from(bytes.subarray(start, end)).toString('latin1');
    if (text === '<<') return { start: end, end, by: latin(` /${random.pick(NAMES)} ${nonsense(random)} `) };
    if (kind === 'name' || kind === 'entry')
      return { start, end, by: latin(changedToken(text, token, random)) };
    if (kind === 'number' && random.chance(0.5))
      return { start, end, by: latin(String(Math.abs(Number(text)) + random.between(-3, 3))) };
    if (kind === 'reference' || kind === 'string' || kind === 'hex')
      return { start, end, by: latin(nonsense(random, 2)) };
  }
  return editOf(bytes, index, random, other);
}

/** Revisions are chosen evenly: the last few hundred bytes matter more than the thousands before. */
function tokenIn({ tokens, revisionEnds }: PdfIndex, random: Random): Token | undefined {
  if (random.chance(0.3)) return random.pick(tokens);
  const revision = random.below(revisionEnds.length);
  const from = firstAfter(tokens, revisionEnds[revision - 1] ?? 0);
  return tokens[from + random.below(firstAfter(tokens, revisionEnds[revision] ?? 0) - from)];
}

function firstAfter(tokens: readonly Token[], offset: number): number {
  let [low, high] = [0, tokens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle] as Token).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tokenEdit(bytes: Uint8Array, token: Token, random: Random, other: Uint8Array): Edit {
  const { start, end } = token;
  const text = Buffer.from(bytes.subarray(start, end)).toString('latin1');
  const way = random.below(20);
  if (way === 0) return { start, end, by: NOTHING };
  if (way === 1) return { start: end, end, by: latin(` ${text}`) };
  if (way === 2) return { start, end, by: latin(nonsense(random)) };
  if (way === 3) return { start: end, end, by: latin(` /${random.pick(NAMES)} ${nonsense(random)} `) };
  if (way === 4) return { start, end, by: textOfAnother(other, token, random) };
  return { start, end, by: latin(changedToken(text, token, random)) };
}

const NOTHING = new Uint8Array();

function changedToken(text: string, { kind }: Token, random: Random): string {
  switch (kind) {
    case 'number':
      return nonsenseNumber(random, text);
    case 'reference':
      return random.chance(0.8) ? reference(random) : nonsense(random);
    case 'name':
      return random.chance(0.9)
        ? `/${random.pick(NAMES)}`
        : text.replace(/.$/, (last) => `#${last.charCodeAt(0).toString(16)}`);
    case 'entry':
      return changedEntry(text, random);
    case 'delimiter':
      return random.pick(['<<', '>>', '[', ']', '(', ')', '<', '>', '{', '%'] as const);
    case 'string':
    case 'hex':
      return random.chance(0.5)
        ? nonsense(random, 0)
        : mutateBytes(latin(text), random, latin(text)).toString('latin1');
    case 'word':
      return random.pick(KEYWORDS);
    default:
      return nonsense(random, 1);
  }
}

function changedEntry(text: string, random: Random): string {
  const [offset = '', gen = '', kind = ''] = text.split(' ');
  const way = random.below(4);
  if (way === 0) return `${offset} ${gen} ${kind === 'n' ? 'f' : 'n'}`;
  if (way === 1)
    return `${offset} ${String(random.pick([0, 1, 2, 65_535, 99_999] as const)).padStart(5, '0')} ${kind}`;
  const other = Math.max(0, Number(offset) + random.between(-30, 30));
  return `${String(way === 2 ? other : random.below(40_000)).padStart(10, '0')} ${gen} ${kind}`;
}

/** A token of the same kind from another file. */
function textOfAnother(other: Uint8Array, { kind }: Token, random: Random): Uint8Array {
  const { tokens } = indexOf(other);
  const from = random.below(tokens.length);
  const found = tokens.slice(from, from + 40).find((token) => token.kind === kind) ?? tokens[from];
  return found ? other.subarray(found.start, found.end) : NOTHING;
}

/** Tokens in a row: left out, doubled, or brought over from elsewhere. */
function rangeEdit(
  bytes: Uint8Array,
  { tokens }: PdfIndex,
  token: Token,
  random: Random,
  other: Uint8Array,
): Edit {
  const last = tokens[tokens.indexOf(token) + random.between(1, 30)] ?? token;
  const { start } = token;
  const way = random.below(3);
  if (way === 0) return { start, end: last.end, by: NOTHING };
  if (way === 1) return { start: last.end, end: last.end, by: bytes.subarray(start, last.end) };
  const others = indexOf(other).tokens;
  const from = random.below(others.length);
  const extent = other.subarray(others[from]?.start ?? 0, others[from + random.below(40)]?.end ?? 0);
  return { start, end: random.chance(0.5) ? start : last.end, by: extent };
}

function streamEdit(bytes: Uint8Array, stream: StreamExtent, random: Random, other: Uint8Array): Edit {
  const { start, end, deflated } = stream;
  const data = bytes.subarray(start, end);
  if (!deflated || random.chance(0.2)) return { start, end, by: mutateBytes(data, random, other) };
  try {
    const plain = inflateSync(data, { maxOutputLength: 100_000 });
    return { start, end, by: deflateSync(mutateBytes(plain, random, other)) };
  } catch {
    return { start, end, by: mutateBytes(data, random, other) };
  }
}

/** The CMS or token in Contents changed as what it is; zeros fill the room it had. */
function signatureEdit(
  bytes: Uint8Array,
  { start, end }: Edit | { start: number; end: number },
  random: Random,
  other: Uint8Array,
): Edit {
  const held = Buffer.from(Buffer.from(bytes.subarray(start, end)).toString('latin1'), 'hex');
  const { signatures } = indexOf(other);
  const foreign = random.pick(signatures);
  const from = foreign
    ? Buffer.from(Buffer.from(other.subarray(foreign.start, foreign.end)).toString('latin1'), 'hex')
    : held;
  const der = random.chance(0.1)
    ? withoutZeros(from)
    : mutateDer(withoutZeros(held), random, withoutZeros(from));
  const digits = der.toString('hex');
  return {
    start,
    end,
    by: latin(random.chance(0.95) ? digits.slice(0, end - start).padEnd(end - start, '0') : digits),
  };
}

function withoutZeros(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}

function cutOrContinued(bytes: Buffer, random: Random, other: Uint8Array): Buffer {
  const { revisionEnds } = indexPdf(bytes);
  const way = random.below(4);
  if (way === 0) return bytes.subarray(0, random.below(bytes.length));
  if (way === 1) return bytes.subarray(0, random.pick(revisionEnds) ?? bytes.length);
  if (way === 2) return Buffer.concat([bytes, other.subarray(random.pick(indexOf(other).revisionEnds) ?? 0)]);
  const start = random.pick(revisionEnds) ?? 0;
  return spliced(bytes, bytes.length, bytes.length, bytes.subarray(start));
}
