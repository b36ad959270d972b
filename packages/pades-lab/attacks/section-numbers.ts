import type { StrictPdf } from '@lacre/pades';
import type { PdfRef } from '@lacre/pades/pdf';

import { HandWrittenPdf, onePage } from '../fixtures/hand-written-pdf.ts';
import { attacks, type Attack } from './attack.ts';
import { covered, type CoveredBy, sealedPage } from './covered-update.ts';
import { forcedSeal } from './forced-seal.ts';
import { RawUpdate } from './raw-update.ts';
import type { Bases } from './sealed-bases.ts';

/** The end of an update whose cross-reference stream has a number that it does not list. */
function unlisted(update: RawUpdate, num: number): Buffer {
  const at = update.crossReferenceStream();
  const file = update.bytes;
  const [self] = /^\d+/.exec(file.toString('latin1', at, at + 20)) ?? [];
  const section = file.toString('latin1', at).replace(/^\d+ 0 obj/, `${num} 0 obj`);
  // Its own entry is the last one.
  const length = Number(/\/Length (\d+)/.exec(section)?.[1]) - 7;
  const dict = section.slice(0, section.indexOf('stream\n')).replace(` ${self} 1]`, ']');
  const data = file.subarray(file.indexOf('stream\n', at) + 7).subarray(0, length);
  const head = Buffer.from(`${dict.replace(/\/Length \d+/, `/Length ${length}`)}stream\n`, 'latin1');
  const end = `\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([file.subarray(0, at), head, data, Buffer.from(end)]);
}

type Place = (pdf: StrictPdf) => number | undefined;

const numbered =
  (
    base: 'table' | 'stream' | 'archivedStream',
    place: Place,
    by: CoveredBy = 'our time stamp',
  ): Attack['make'] =>
  (bases) =>
    covered(bases[base].file, bases, by, (update, pdf) => unlisted(update, place(pdf) ?? 0));

const contents: Place = (pdf) => (pdf.pages[0]?.dict.get('Contents') as PdfRef | undefined)?.num;

/** A cross-reference stream in a stream that a signature brings along, and an object beside it. */
function hidden(num: number, at: number, root: number): Buffer {
  const evil = Buffer.from(`${num} 0 obj\n<< /Length 3 >>\nstream\nq Q\nendstream\nendobj\n`);
  const keys = `/Type /XRef /Size 99 /W [1 4 1] /Index [${num} 1] /Root ${root} 0 R /Length 6`;
  const entry = Buffer.from([1, 0, 0, 0, 0, 0]);
  entry.writeUInt32BE(at, 1);
  const head = Buffer.from(`99 0 obj\n<< ${keys} >>\nstream\n`);
  return Buffer.concat([evil, head, entry, Buffer.from('\nendstream\nendobj\n')]);
}

const AFTERWARDS: Readonly<Record<string, Attack['make']>> = {
  'a cross-reference stream that is the page content, to readers that go by its number': numbered(
    'table',
    contents,
  ),
  'the same, object streams': numbered('stream', contents),
  'the same, after an archive time stamp': numbered('archivedStream', contents),
  'the same, beside a later signature': numbered('stream', contents, 'a stranger’s signature'),
  'a cross-reference stream that is the catalog': numbered('stream', (pdf) => pdf.root.num),
  'a cross-reference stream that is the seal': numbered(
    'stream',
    (pdf) => pdf.form.signatures[0]?.valueRef?.num,
  ),
  'a cross-reference stream that is what a reference to nothing leads to': async (bases) => {
    const base = await sealedPage(bases, { page: '/Contents [4 0 R 55 0 R]' });
    return covered(base, bases, 'our time stamp', (update) => unlisted(update, 55));
  },
  'the stream of a hybrid that is the page content': ({ table, ...bases }) =>
    covered(table.file, bases, 'our time stamp', (update) => {
      const at = update.length;
      update.raw(
        '4 0 obj\n<< /Type /XRef /Size 9 /W [1 4 1] /Index [0 1] /Root 1 0 R /Length 6 >>\nstream\n',
      );
      update.raw(Buffer.alloc(6)).raw('\nendstream\nendobj\n');
      return update.finish({ XRefStm: String(at) });
    }),
  'the stream of a hybrid with an Info of its own': async (bases) =>
    covered(await sealedPage(bases), bases, 'our time stamp', (update) => {
      const [at, num] = [update.length, update.fresh()];
      const keys = `/Type /XRef /Size ${num + 1} /W [1 4 1] /Index [${num} 1] /Root 1 0 R /Length 6`;
      const entry = Buffer.from([1, 0, 0, 0, 0, 0]);
      entry.writeUInt32BE(at, 1);
      update.raw(`${num} 0 obj\n<< ${keys} /Info << /Title (Distrato) >> >>\nstream\n`).raw(entry);
      return update.raw('\nendstream\nendobj\n').finish({ XRefStm: String(at) });
    }),
  'a cross-reference stream that names another one': ({ stream, ...bases }) => {
    const holder = stream.pdf.size + 2;
    const options = { value: `/Prop_Build << /App ${holder} 0 R >>` };
    return covered(
      stream.file,
      bases,
      'a stranger’s signature',
      (update, pdf) => {
        const num = contents(pdf) ?? 0;
        const size = hidden(num, 0, pdf.root.num).length;
        const start = update.length + `${holder} 0 obj\n<< /Length ${size}  >>\nstream\n`.length;
        const data = hidden(num, start, pdf.root.num);
        update.stream(holder, data);
        return update.finish({ XRefStm: String(start + data.indexOf('99 0 obj')) });
      },
      options,
    );
  },
  'a Size that leaves out what the seal covers': async (bases) => {
    const more = (pdf: HandWrittenPdf): unknown => pdf.stream(100, '1 g 0 0 100 100 re f');
    const base = await sealedPage(bases, { page: '/Contents [4 0 R 100 0 R]', more });
    const finish = (update: RawUpdate): Buffer => update.finish({ Size: '60' });
    return covered(base, bases, 'our time stamp', finish, { numbers: [40, 41] });
  },
  'a Size that leaves out what the seal covers, beside a later signature': async (bases) => {
    const more = (pdf: HandWrittenPdf): unknown => pdf.stream(100, '1 g 0 0 100 100 re f');
    const base = await sealedPage(bases, { page: '/Contents [4 0 R 100 0 R]', more });
    const finish = (update: RawUpdate): Buffer => update.finish({ Size: '60' });
    return covered(base, bases, 'a stranger’s signature', finish, { numbers: [40, 41] });
  },
};

/** An update that readers mend, each in its own way: what they find then is not what was sealed. */
const mended = (
  finish: (update: RawUpdate) => Buffer,
  base: 'table' | 'stream' = 'table',
): Attack['make'] => {
  return (bases) => covered(bases[base].file, bases, 'our time stamp', finish);
};

/** The same, its section written otherwise. */
const rewritten = (from: RegExp, to: string): Attack['make'] =>
  mended((update) => {
    const start = update.pdf.bytes.length;
    const file = update.finish();
    const tail = file.toString('latin1', start).replace(from, to);
    return Buffer.concat([file.subarray(0, start), Buffer.from(tail, 'latin1')]);
  });

const inStream = (keys: Readonly<Record<string, string>>): Attack['make'] =>
  mended((update) => update.end(update.crossReferenceStream(keys)), 'stream');

const MENDED: Readonly<Record<string, Attack['make']>> = {
  'a Size beyond what readers count to': mended((update) => update.finish({ Size: '8388609' })),
  'a Size of more than 32 bits': mended((update) => update.finish({ Size: '4294968296' })),
  'a subsection of nothing, far out': rewritten(/trailer\n/, '8388608 0\ntrailer\n'),
  'a subsection of nothing, further than 32 bits': rewritten(/trailer\n/, '99999999999 0\ntrailer\n'),
  'entries on the line of their subsection': rewritten(/xref\n(\d+) 1\n/, 'xref\n$1 1 '),
  'entries behind a form feed': rewritten(/xref\n(\d+) 1\n/, 'xref\n$1 1\f'),
  'a Size beyond what readers count to, in a stream': inStream({ Size: '8388609' }),
  'a cross-reference stream whose filter is null': inStream({ Filter: 'null' }),
  'a cross-reference stream of no filters': inStream({ Filter: '[]' }),
  'a cross-reference stream whose parameters are null': inStream({ DecodeParms: 'null' }),
  'an Index far out': mended((update) => {
    const file = update.end(update.crossReferenceStream());
    const at = file.lastIndexOf('/Index [') + 8;
    return Buffer.concat([file.subarray(0, at), Buffer.from('99999999999 0 '), file.subarray(at)]);
  }, 'stream'),
};

/** Prepared before sealing, and sealed by a writer that does not look. */
function forced(make: () => { file: Buffer; previous: number }): Attack['make'] {
  return ({ owner }: Bases) => {
    const { file, previous } = make();
    return forcedSeal(file, owner.signer, { previous, firstNumber: 40 });
  };
}

/** Lists objects 1 to 4 in a cross-reference stream of the given number, which it lists only when asked to. */
function withOwnNumber(
  pdf: HandWrittenPdf,
  num: number,
  isListed = false,
): { file: Buffer; previous: number } {
  const text = pdf.bytes.toString('latin1');
  const at = pdf.length;
  const offsets = [1, 2, 3, 4].map((each) => text.indexOf(`\n${each} 0 obj`) + 1);
  if (isListed) offsets.push(at);
  const entries = offsets.flatMap((offset) => [1, offset >> 8, offset & 255, 0]);
  const index = isListed ? `[1 4 ${num} 1]` : '[1 4]';
  const keys = `/Type /XRef /Size 40 /W [1 2 1] /Index ${index} /Root 1 0 R /Length ${entries.length}`;
  pdf.raw(`${num} 0 obj\n<< ${keys} >>\nstream\n`).raw(Buffer.from(entries));
  return { file: pdf.raw(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`).bytes, previous: at };
}

/** Documents that are one thing to this reader and another to others, perfectly sealed. */
export const PREPARED_SECTIONS: readonly Attack[] = attacks('parser differential', {
  'prepared: a cross-reference stream with the number of the page content': forced(() =>
    withOwnNumber(onePage(), 4),
  ),
  'prepared: a cross-reference stream that a reference leads to, not listed': forced(() =>
    withOwnNumber(onePage(new HandWrittenPdf(), '/Thumb 9 0 R'), 9),
  ),
  'prepared: a cross-reference stream that a reference leads to, listed': forced(() =>
    withOwnNumber(onePage(new HandWrittenPdf(), '/B [9 0 R]'), 9, true),
  ),
  'prepared: an object that was freed, and is referred to': forced(() => {
    const pdf = onePage(new HandWrittenPdf(), '/Thumb 5 0 R')
      .stream(5, '1 g 0 0 300 400 re f')
      .table('/Root 1 0 R');
    return { file: pdf.free(5).table('/Root 1 0 R').bytes, previous: pdf.lastSection ?? 0 };
  }),
  'prepared: an object whose number is the end of another number': forced(() => {
    const pdf = onePage();
    const at = pdf.length;
    pdf.raw('15 0 obj\n<< /Length 3 >>\nstream\nq Q\nendstream\nendobj\n').entry(5, at + 1, 0);
    return { file: pdf.table('/Root 1 0 R').bytes, previous: pdf.lastSection ?? 0 };
  }),
});

export const SECTION_NUMBERS: readonly Attack[] = [
  ...attacks('parser differential', { ...AFTERWARDS, ...MENDED }),
  ...PREPARED_SECTIONS,
];
