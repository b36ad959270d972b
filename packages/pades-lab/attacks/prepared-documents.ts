import { deflateSync } from 'node:zlib';

import { HandWrittenPdf, onePage } from '../fixtures/hand-written-pdf.ts';
import { pdfLibDocument } from '../fixtures/honest-documents.ts';
import { rewrittenByQpdf } from '../fixtures/outside-judges.ts';
import { attacks, type Attack } from './attack.ts';
import { forcedSeal, type ForcedSeal } from './forced-seal.ts';
import type { Bases } from './sealed-bases.ts';

const OTHER = '<< /Length 3 >>\nstream\nq Q\nendstream';

/** Prepared before sealing, and sealed by a writer that does not look. */
function forced(
  make: () => { file: Buffer; seal: ForcedSeal } | Promise<{ file: Buffer; seal: ForcedSeal }>,
): Attack['make'] {
  return async ({ owner }: Bases) => {
    const { file, seal } = await make();
    return forcedSeal(file, owner.signer, seal);
  };
}

function finished(pdf: HandWrittenPdf, seal: Partial<ForcedSeal> = {}): { file: Buffer; seal: ForcedSeal } {
  const file = pdf.table('/Root 1 0 R').bytes;
  return { file, seal: { previous: pdf.lastSection ?? 0, firstNumber: 40, ...seal } };
}

/** Documents that are one thing to this reader and another to others, perfectly sealed. */
export const PREPARED_DOCUMENTS: readonly Attack[] = attacks('parser differential', {
  'prepared: an unlisted second page content': forced(() =>
    finished(onePage().raw(`4 0 obj\n${OTHER}\nendobj\n`)),
  ),
  'prepared: an unlisted second catalog': forced(() =>
    finished(onePage().raw('1 0 obj\n<< /Type /Catalog /Pages 9 0 R >>\nendobj\n')),
  ),
  'prepared: an unlisted object behind the cross-reference': forced(() => {
    const file = onePage().table('/Root 1 0 R');
    return finished(file.raw('4 0 obj\n<< >>\nendobj\n'));
  }),
  'prepared: an object inside the stream of another': forced(() => {
    const pdf = onePage().stream(5, `6 0 obj\n${OTHER}\nendobj`);
    return finished(pdf.entry(6, pdf.bytes.indexOf('6 0 obj'), 0));
  }),
  'prepared: an object inside the string of another': forced(() => {
    const pdf = onePage().object(5, `(6 0 obj\n<< >>\nendobj)`);
    return finished(pdf.entry(6, pdf.bytes.indexOf('6 0 obj'), 0));
  }),
  'prepared: an object that lies beyond the end': forced(() => finished(onePage().entry(6, 900_000, 0))),
  'prepared: a reference of another generation': forced(() =>
    finished(onePage(undefined, '/Resources 5 3 R').object(5, '<< >>')),
  ),
  'prepared: a Parent that is not the parent': forced(() =>
    finished(
      new HandWrittenPdf()
        .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
        .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 0 >>')
        .object(3, '<< /Type /Page /Parent 5 0 R /MediaBox [0 0 300 400] /Contents 4 0 R >>')
        .stream(4, '0 0 100 100 re f')
        .object(5, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 180 >>'),
    ),
  ),
  'prepared: inheritance without a Parent': forced(() =>
    finished(
      new HandWrittenPdf()
        .object(1, '<< /Type /Catalog /Pages 2 0 R >>')
        .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 /Rotate 180 /MediaBox [0 0 300 400] >>')
        .object(3, '<< /Type /Page /Contents 4 0 R >>')
        .stream(4, '0 0 100 100 re f'),
    ),
  ),
  'prepared: a Count that is not that of the pages': forced(() =>
    finished(onePage(new HandWrittenPdf(), '', '').object(2, '<< /Type /Pages /Kids [3 0 R] /Count 7 >>')),
  ),
  'prepared: a subsection that begins at 1 with a free entry': forced(() => {
    const pdf = onePage();
    const file = pdf.table('/Root 1 0 R').bytes.toString('latin1');
    const shifted = file.replace('xref\n0 5\n', 'xref\n1 5\n').replace('/Size 5', '/Size 6');
    return {
      file: Buffer.from(shifted, 'latin1'),
      seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 },
    };
  }),
  'prepared: a comment inside the table': forced(() => {
    const pdf = onePage();
    const file = pdf.table('/Root 1 0 R').bytes.toString('latin1');
    const commented = file.replace('xref\n0 5\n', 'xref\n0 5%\n');
    return {
      file: Buffer.from(commented, 'latin1'),
      seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 },
    };
  }),
  'prepared: free in the table, in use in the stream of a hybrid': forced(() => {
    const pdf = onePage(undefined, '/Resources << /ExtGState << /G 5 0 R >> >>').object(5, '<< /ca 0 >>');
    const at = pdf.bytes.indexOf('5 0 obj');
    pdf.free(5, 0).reserve(6);
    const hidden = pdf.length;
    const entries = Buffer.from([1, at >> 8, at & 255, 0]);
    pdf.stream(6, entries, '/Type /XRef /Size 7 /W [1 2 1] /Index [5 1] /Root 1 0 R');
    const file = pdf.table('/Root 1 0 R', { xrefStm: hidden }).bytes;
    return { file, seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 } };
  }),
  'prepared: the stream of a hybrid leads to sections of its own': forced(() => {
    const pdf = onePage();
    const first = pdf.length;
    pdf.stream(6, Buffer.from([0, 0, 0, 0]), '/Type /XRef /Size 7 /W [1 2 1] /Index [9 1] /Root 1 0 R');
    const hidden = pdf.length;
    pdf.stream(
      7,
      Buffer.from([0, 0, 0, 0]),
      `/Type /XRef /Size 7 /W [1 2 1] /Index [5 1] /Root 1 0 R /Prev ${first}`,
    );
    const file = pdf.table('/Root 1 0 R', { xrefStm: hidden }).bytes;
    return { file, seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 } };
  }),
  'prepared: the stream of a hybrid replaces what old readers see': forced(() => {
    const pdf = onePage().table('/Root 1 0 R');
    const at = pdf.length;
    pdf.raw(`4 0 obj\n${OTHER}\nendobj\n`);
    const hidden = pdf.length;
    const entries = Buffer.from([1, at >> 8, at & 255, 0]);
    pdf.stream(6, entries, '/Type /XRef /Size 7 /W [1 2 1] /Index [4 1] /Root 1 0 R').reserve(7);
    const file = pdf.table('/Root 1 0 R', { xrefStm: hidden }).bytes;
    return { file, seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 } };
  }),
  'prepared: encrypted in an older section only': forced(() => {
    const pdf = onePage();
    const file = pdf.table('/Root 1 0 R /Encrypt << /Filter /Standard >>').bytes;
    return { file, seal: { previous: pdf.lastSection ?? 0, firstNumber: 40 } };
  }),
  'prepared: a member of an object stream that nothing lists': forced(() => {
    const data = deflateSync(Buffer.from('4 0 9 5 << >> << /A 1 >>'));
    return finished(onePage().stream(6, data, '/Type /ObjStm /N 2 /First 8 /Filter /FlateDecode'));
  }),
  'prepared: a name with an escape twice in a dictionary': forced(() =>
    finished(onePage(undefined, '/Rotate 0 /Rot#61te 180')),
  ),
  'prepared: a length written as a real': forced(() =>
    finished(onePage().raw('').object(5, '<< /Length 3.0 >>\nstream\nq Q\nendstream')),
  ),
  'prepared: a length of its own, written as a real': forced(() =>
    finished(onePage().object(5, '<< /Length 6 0 R >>\nstream\nq Q\nendstream').object(6, '3.0')),
  ),
  'prepared: a length of its own, with a sign': forced(() =>
    finished(onePage().object(5, '<< /Length 6 0 R >>\nstream\nq Q\nendstream').object(6, '+3')),
  ),
  'prepared: a size written as a real': forced(() => {
    const pdf = onePage();
    const file = pdf.table('/Root 1 0 R').bytes.toString('latin1').replace('/Size 5', '/Size 5.0');
    const seal = { previous: pdf.lastSection ?? 0, firstNumber: 40 };
    return { file: Buffer.from(file, 'latin1'), seal };
  }),
  'prepared: a previous section named by a real': forced(() => {
    const pdf = onePage().table('/Root 1 0 R').object(5, '(x)');
    const file = pdf
      .table('/Root 1 0 R')
      .bytes.toString('latin1')
      .replace(/\/Prev (\d+)/, '/Prev $1.0');
    const seal = { previous: pdf.lastSection ?? 0, firstNumber: 40 };
    return { file: Buffer.from(file, 'latin1'), seal };
  }),
  'prepared: the members of an object stream counted by a real': forced(() =>
    finished(onePage().stream(6, '9 0 << >>', '/Type /ObjStm /N 1.0 /First 4')),
  ),
  'prepared: the widths of a cross-reference stream, as reals': forced(() => {
    const pdf = onePage();
    const at = pdf.length;
    const offsets = [1, 2, 3, 4].map((num) => pdf.bytes.indexOf(`${num} 0 obj`));
    const entries = Buffer.from(
      [0, ...offsets, at].flatMap((offset, num) => [num === 0 ? 0 : 1, offset >> 8, offset & 255, 0]),
    );
    pdf.stream(5, entries, '/Type /XRef /Size 6 /W [1.0 2 1] /Root 1 0 R');
    const file = pdf.raw(`startxref\n${at}\n%%EOF\n`).bytes;
    return { file, seal: { previous: at, firstNumber: 40 } };
  }),
  'prepared: a cross-reference stream with abbreviated parameters': forced(() => {
    const pdf = onePage();
    const at = pdf.length;
    const offsets = [1, 2, 3, 4].map((num) => pdf.bytes.indexOf(`${num} 0 obj`));
    const entries = [0, ...offsets, at].flatMap((offset, num) => [num && 1, offset >> 8, offset & 255, 0]);
    const keys = '/Filter /FlateDecode /DP << /Predictor 12 /Columns 4 >>';
    const data = deflateSync(Buffer.from(entries));
    pdf.stream(5, data, `/Type /XRef /Size 6 /W [1 2 1] /Root 1 0 R ${keys}`);
    return { file: pdf.raw(`startxref\n${at}\n%%EOF\n`).bytes, seal: { previous: at, firstNumber: 40 } };
  }),
  'prepared: an object stream with abbreviated parameters': forced(() => {
    const pdf = onePage(undefined, '/Thumb 9 0 R');
    const offsets = [1, 2, 3, 4].map((num) => pdf.bytes.indexOf(`${num} 0 obj`));
    const container = pdf.length;
    const keys = '/Filter /FlateDecode /DP << /Predictor 12 /Columns 3 >>';
    pdf.stream(5, deflateSync(Buffer.from('9 0 << /A 1 >>')), `/Type /ObjStm /N 1 /First 4 ${keys}`);
    const at = pdf.length;
    const entries = [0, ...offsets, container, at].flatMap((offset, num) => [
      num && 1,
      offset >> 8,
      offset & 255,
      0,
    ]);
    const index = '/Index [0 7 9 1] /Size 10';
    pdf.stream(6, Buffer.from([...entries, 2, 0, 5, 0]), `/Type /XRef /W [1 2 1] /Root 1 0 R ${index}`);
    return { file: pdf.raw(`startxref\n${at}\n%%EOF\n`).bytes, seal: { previous: at, firstNumber: 40 } };
  }),
  'prepared: a file linearized at just the length that sealing gives it': async ({ owner }) => {
    const linearized = await rewrittenByQpdf(
      await pdfLibDocument(false),
      '--linearize',
      '--object-streams=disable',
    );
    const text = linearized.toString('latin1');
    const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1]);
    const catalogKeys = /\/Pages \d+ 0 R/.exec(text)?.[0] ?? '';
    const catalog = Number(/\/Root (\d+) 0 R/.exec(text)?.[1]);
    const seal = { previous, firstNumber: 40, catalog, catalogKeys };
    const sealed = await forcedSeal(linearized, owner.signer, seal);
    const length = /\/L (\d+)/.exec(text)?.[1] ?? '';
    const claimed = Buffer.from(
      text.replace(`/L ${length}`, `/L ${String(sealed.length).padStart(length.length, '0')}`),
      'latin1',
    );
    return forcedSeal(claimed.subarray(0, linearized.length), owner.signer, seal);
  },
});
