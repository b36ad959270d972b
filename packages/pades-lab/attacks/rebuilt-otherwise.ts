import { HandWrittenPdf } from '../fixtures/hand-written-pdf.ts';
import { rewrittenByQpdf } from '../fixtures/outside-judges.ts';
import { attacks, type Attack } from './attack.ts';
import { forcedSeal, type ForcedSeal } from './forced-seal.ts';
import type { Bases } from './sealed-bases.ts';

/** The amount people sign, and the one that is drawn once a reader goes another way through the file. */
const SIGNED = '1.000';
const OTHER = '999.999';

const text = (amount: string): string => `BT /F1 40 Tf 40 300 Td (${amount}) Tj ET`;
const RESOURCES = '/Resources << /Font << /F1 5 0 R >> >>';

const contentOf = (amount: string): string =>
  `<< /Length ${text(amount).length} >>\nstream\n${text(amount)}\nendstream`;
/** Another object 4, the page's content, as a rebuild would find it. */
const HIDDEN = `4 0 obj\n${contentOf(OTHER)}\nendobj\n`;

/** One page that shows an amount. Object 4 is its content, 5 its font. */
function amountPage(amount: string, content = contentOf(amount)): HandWrittenPdf {
  return new HandWrittenPdf()
    .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R ${RESOURCES} >>`)
    .object(4, content)
    .object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
}

/** A document made for a later tail, and the tail. */
export interface PreparedFile {
  readonly document: Buffer;
  readonly seal: ForcedSeal;
  /** What is put behind the sealed file, which is so long. */
  readonly tail: (sealedBytes: number) => Buffer;
}

const spaces = (count: number): Buffer => Buffer.alloc(count, ' ');
/** Beyond the 4,096 bytes that PDFium and Ghostscript search, and the 1,024 of MuPDF. */
const PUSHED_OUT = (): Buffer => spaces(4096);

function finished(pdf: HandWrittenPdf, tail = PUSHED_OUT): PreparedFile {
  const document = pdf.table('/Root 1 0 R').bytes;
  return { document, seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 }, tail };
}

const inStream = (data: string, keys = ''): PreparedFile =>
  finished(
    amountPage(SIGNED)
      .object(6, `<< /Length 7 0 R ${keys} >>\nstream\n${data}\nendstream`)
      .object(7, String(data.length)),
  );

/** A revision that shows one amount, linearized, under one that shows the other. */
async function linearizedUnder(
  claim: (text: string) => string,
  tail: PreparedFile['tail'],
): Promise<PreparedFile> {
  const first = await rewrittenByQpdf(
    amountPage(OTHER).table('/Root 1 0 R').bytes,
    '--linearize',
    '--object-streams=disable',
    '--stream-data=preserve',
    '--static-id',
  );
  const head = claim(first.toString('latin1'));
  const number = (pattern: RegExp): number => Number(pattern.exec(head)?.[1]);
  const content = number(/\/Contents (\d+) 0 R/);
  const root = number(/\/Root (\d+) 0 R/);
  const pages = number(/\/Pages (\d+) 0 R/);
  const size = number(/\/Size (\d+)/);
  const at = first.length;
  const object = `${content} 0 obj\n${contentOf(SIGNED)}\nendobj\n`;
  const row = `${String(at).padStart(10, '0')} 00000 n \n`;
  const update = `${object}xref\n${content} 1\n${row}trailer\n<< /Size ${size} /Root ${root} 0 R /Prev ${firstSection(head)} >>\n`;
  const section = at + object.length;
  const document = Buffer.from(`${head}${update}startxref\n${section}\n%%EOF\n`, 'latin1');
  const seal = { previous: section, firstNumber: 40, catalog: root, catalogKeys: `/Pages ${pages} 0 R` };
  return { document, seal, tail };
}

/** The section of the first page, which a linearized file's own startxref at the end does not name. */
const firstSection = (file: string): number => file.indexOf('xref\n');

/** Where L will be true: room for the seal and some spaces. */
const CLAIMED = 12_000;
const upToClaim = (sealedBytes: number): Buffer => spaces(Math.max(0, CLAIMED - sealedBytes));

/** L in as many bytes as it had with the white space after the dictionary's end. */
function claiming(file: string, length: number, key = '/L'): string {
  return file.replace(/\/L \d+([^>]*>>\s*endobj\n)( *)/, (whole, rest: string, room: string) => {
    const made = `${key} ${length}${rest}`;
    const more = whole.length - made.length;
    if (more < 0) throw new Error(`no room for L in ${room.length} bytes`);
    return made + ' '.repeat(more);
  });
}

/** By name; each document passes a reader that follows its cross-reference, and draws {@link SIGNED}. */
export const PREPARED_FILES: Readonly<Record<string, () => PreparedFile | Promise<PreparedFile>>> = {
  'an object in the data of a stream whose Length is an object': () =>
    inStream(`\nendstream\nendobj\n${HIDDEN}9 0 obj\n<< >>\nstream\n`),
  'an object in the data of an attachment': () =>
    inStream(`\nendstream\nendobj\n${HIDDEN}9 0 obj\n<< >>\nstream\n`, '/Type /EmbeddedFile'),
  'an object in stream data, its header apart by comments': () =>
    inStream(`\nendstream\nendobj\n4 %a\n0 %b\nobj\n${contentOf(OTHER)}\nendobj\n`),
  'an object in stream data, its header apart by a comment of 6 KB': () =>
    inStream(`\nendstream\nendobj\n4 0 %${'a'.repeat(6000)}\nobj\n${contentOf(OTHER)}\nendobj\n`),
  'an object in stream data, its header apart by NUL and form feed': () =>
    inStream(`\nendstream\nendobj\n4\x000\fobj\n${contentOf(OTHER)}\nendobj\n`),
  'an object in stream data with nothing between 0 and obj': () =>
    inStream(`\nendstream\nendobj\n4 0obj\n${contentOf(OTHER)}\nendobj\n`),
  'an object in stream data without an end before it': () => inStream(`\n${HIDDEN}`),
  'an object in the string of a dictionary': () =>
    finished(amountPage(SIGNED).object(6, `<< /Note (\n${HIDDEN}) >>`)),
  'an object in a comment of 300 bytes, where Poppler begins a new line': () =>
    finished(amountPage(SIGNED).raw(`%${'x'.repeat(254)}${HIDDEN.replaceAll('\n', ' ')}\n`)),
  'a trailer in the data of a stream': () =>
    inStream('\nendstream\nendobj\ntrailer\n<< /Root 9 0 R /Size 50 >>\n'),
  'a trailer in a string': () =>
    finished(amountPage(SIGNED).object(6, '<< /Note (\ntrailer << /Root 9 0 R /Size 50 >>\n) >>')),
  'a table in stream data, which hides what follows from pdf.js': () =>
    inStream('\nxref\n0 1\n0000000000 65535 f \n'),
  'an end of the content’s stream in its data': () => {
    const data = `${text(OTHER)}\nendstream endobj\n1 g 0 0 300 400 re f 0 g ${text(SIGNED)}`;
    const content = `<< /Length 6 0 R >>\nstream\n${data}\nendstream`;
    return finished(amountPage(SIGNED, content).object(6, String(data.length)));
  },
  'an end of the file in a string': () =>
    finished(amountPage(SIGNED).object(6, '<< /Note (\nstartxref\n9\n%%EOF\n) >>')),
  'linearized for a length that is still to come': () =>
    linearizedUnder((file) => claiming(file, CLAIMED), upToClaim),
  'linearized for a length to come, its key spelt #4c': () =>
    linearizedUnder((file) => claiming(file, CLAIMED, '/#4c'), upToClaim),
};

const sealedFrom =
  (make: () => PreparedFile | Promise<PreparedFile>, withTail: boolean): Attack['make'] =>
  async ({ owner }: Bases) => {
    const { document, seal, tail } = await make();
    const sealed = await forcedSeal(document, owner.signer, seal);
    return withTail ? Buffer.concat([sealed, tail(sealed.length)]) : sealed;
  };

/** Sealed by a writer that does not look, with nothing behind them: files that could be turned into others. */
export const PREPARED_FOR_A_TAIL: readonly Attack[] = attacks(
  'parser differential',
  Object.fromEntries(
    Object.entries(PREPARED_FILES).map(([name, make]) => [`prepared: ${name}`, sealedFrom(make, false)]),
  ),
);

/** The same, with the tail that turns them. */
export const TURNED_BY_A_TAIL: readonly Attack[] = attacks(
  'trailing bytes',
  Object.fromEntries(
    Object.entries(PREPARED_FILES).map(([name, make]) => [
      `blank space after ${name}`,
      sealedFrom(make, true),
    ]),
  ),
);
