import type { Random } from '../random.ts';

/** Keys that something follows, so that nonsense stands where sense is looked for. */
export const NAMES = (
  'Type Pages Page Catalog Kids Count Parent MediaBox CropBox Rotate UserUnit Annots AcroForm Fields FT T V Lock P Reference ' +
  'TransformMethod TransformParams Perms DocMDP Names EmbeddedFiles EF F UF AF OpenAction AA S JS N First Length Filter ' +
  'DecodeParms SigFlags Resources Sig Contents ByteRange SubFilter M Rect AP DSS VRI Certs OCSPs CRLs Cert OCSP CRL TU TS ' +
  'Extensions ADBE ESIC BaseVersion ExtensionLevel Extends Size Prev Root Info ID Index W XRefStm Encrypt Predictor Columns ' +
  'Colors BitsPerComponent FlateDecode ASCIIHexDecode ObjStm XRef DocTimeStamp ETSI.RFC3161 ETSI.CAdES.detached adbe.pkcs7.detached ' +
  'Widget Annot Subtype JavaScript Launch XFA Metadata StructTreeRoot MarkInfo Outlines Dests Limits Desc AFRelationship Params'
).split(' ') as [string, ...string[]];

const NUMBERS = (
  '0 1 -1 2 3 4 5 7 8 16 90 255 256 1000 65535 65536 8388607 8388608 2147483647 2147483648 4294967295 4294967296 ' +
  '9007199254740991 9007199254740992 9999999999 99999999999999999999 1.5 -.5 +7 00 0000000001'
).split(' ') as [string, ...string[]];

const LEAVES = [
  'null',
  'true',
  '(x)',
  '()',
  '<00ff>',
  '<>',
  '<feff0041>',
  '[]',
  '<<>>',
  '(a\\053\\)b)',
  '[0 0 9 9]',
] as const;
/** What no parser takes. */
const BROKEN = [
  '<a',
  '((',
  '1e5',
  '--1',
  '1.2.3',
  '.',
  '<<',
  ']',
  '>',
  '/A#0',
  '%',
  '{',
  'R',
  '1 0',
] as const;

/** A value of any kind, with others in it; now and then what is none. */
export function nonsense(random: Random, depth = 3): string {
  const kind = random.below(depth > 0 ? 8 : 5);
  if (kind < 2) return `/${random.pick(NAMES)}`;
  if (kind === 2) return reference(random);
  if (kind === 3) return random.chance(0.05) ? random.pick(BROKEN) : random.pick(LEAVES);
  if (kind === 4) return random.pick(NUMBERS);
  const count = random.below(4);
  const inner = (): string => nonsense(random, depth - 1);
  if (kind === 5) return `[${Array.from({ length: count }, inner).join(' ')}]`;
  const keys = new Set(Array.from({ length: count }, () => random.pick(NAMES)));
  return `<< ${[...keys].map((key) => `/${key} ${inner()}`).join(' ')} >>`;
}

export function reference(random: Random): string {
  return `${random.below(20)} ${random.chance(0.9) ? 0 : random.below(3)} R`;
}

export function nonsenseNumber(random: Random, digits: string): string {
  const value = Number(digits);
  if (!Number.isFinite(value) || random.chance(0.4)) return random.pick(NUMBERS);
  return String(
    random.pick([
      value + 1,
      value - 1,
      value + random.between(-20, 20),
      value * 2,
      value >> 1,
      -value,
    ] as const),
  );
}
