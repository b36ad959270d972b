import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { HONEST_DOCUMENTS, pdfLibDocument } from '@lacre/pades-lab/fixtures/honest-documents';
import { rewrittenByQpdf } from '@lacre/pades-lab/fixtures/outside-judges';
import { codeOf, everything } from '@lacre/pades-lab/fixtures/reading';
import { describe, expect, test } from 'vitest';

import { readAttachments } from './document/attachments.ts';
import { readPdf } from './strict-pdf.ts';
import type { PdfSyntaxCode } from './syntax/pdf-syntax-error.ts';
import { PdfDict, PdfString } from './syntax/pdf-values.ts';

const SIMPLE = onePage().table('/Root 1 0 R').bytes;

/** The simple file with one piece replaced by another of the same length. */
function replaced(from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  expect(SIMPLE.includes(from)).toBe(true);
  return Buffer.from(SIMPLE.toString('latin1').replace(from, to), 'latin1');
}

function emptyTrailer(prev: string): string {
  return `trailer\n<< /Size 1 /Root 1 0 R ${prev}>>\nstartxref\n9\n%%EOF\n`;
}

describe('what is read', () => {
  test.for(Object.keys(HONEST_DOCUMENTS))('%s', async (name) => {
    const bytes = await HONEST_DOCUMENTS[name]!();
    const pdf = readPdf(bytes);
    expect(codeOf(bytes, everything)).toBe('none');
    expect(pdf.encrypted).toBe(false);
    expect(pdf.end).toBe(bytes.length);
    expect(pdf.hasSignatures).toBe(name.startsWith('signed by'));
  });

  test('inherited page attributes, with what stands nearer winning', async () => {
    const { pages } = readPdf(await HONEST_DOCUMENTS['inherited attributes']!());
    expect(pages).toMatchObject([
      { mediaBox: [0, 0, 200, 300], cropBox: [10, 10, 190, 290], rotate: 90, userUnit: 2 },
      { mediaBox: [0, 0, 200, 300], cropBox: [10, 10, 190, 290], rotate: 270, userUnit: 1 },
      { mediaBox: [0, 0, 200, 300], cropBox: [0, 0, 200, 300], rotate: 90, userUnit: 1 },
    ]);
    expect(pages.every(({ resources }) => resources !== undefined)).toBe(true);
  });

  test('every revision with its end, the newest object winning and its generation counting', async () => {
    const bytes = await HONEST_DOCUMENTS['chain of revisions']!();
    const pdf = readPdf(bytes);
    const ends = [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/%%EOF\n/g),
    ].map(({ index }) => index + 6);
    expect(pdf.revisions.map(({ end }) => end)).toEqual(ends);
    expect(pdf.revisions.map(({ start }) => start)).toEqual([0, ...ends.slice(0, -1)]);
    const titles = ends.map((end) => {
      const info = readPdf(bytes.subarray(0, end));
      const dict = info.resolve(info.trailer.get('Info'));
      return dict instanceof PdfDict && Buffer.from((dict.get('Title') as PdfString).bytes).toString();
    });
    expect(titles).toEqual([false, 'Contrato', false, 'Outro']);
  });

  test('a linearized file is one revision, and its update a second', async () => {
    const bytes = await rewrittenByQpdf(await pdfLibDocument(false), '--linearize');
    expect(readPdf(bytes).revisions).toMatchObject([{ start: 0, end: bytes.length }]);
  });

  test('white space after the end, which is no part of the last revision', () => {
    const pdf = readPdf(Buffer.concat([SIMPLE, Buffer.from(' \n\0')]));
    expect(pdf.end).toBe(SIMPLE.length);
  });

  test('objects of a hybrid file that old readers do not see', async () => {
    const pdf = readPdf(await HONEST_DOCUMENTS['hybrid cross-reference']!());
    expect(pdf.revisions).toMatchObject([{ kind: 'table' }]);
    expect(pdf.object(6)).toMatchObject({
      entries: new Map([
        ['Type', {}],
        ['ca', { value: 0.5 }],
      ]),
    });
  });

  test('tokens as ISO 32000-2 has them', async () => {
    const page = readPdf(await HONEST_DOCUMENTS['odd but lawful tokens']!()).pages[0]!.dict;
    expect(Buffer.from((page.get('Note') as PdfString).bytes).toString()).toBe('par(en) (nested) A\n');
    expect(Buffer.from((page.get('Hex') as PdfString).bytes).toString()).toBe('A@');
    expect(page.get('Dur')).toBe(1.5);
    expect(page.get('Neg')).toBe(-0.5);
    expect(page.get('A Name')).toMatchObject({ name: 'B/C' });
  });

  test('an attachment, with its name, type, revision and content', async () => {
    const pdf = readPdf(await HONEST_DOCUMENTS['indirect lists, a form and an attachment']!());
    const [note, ...others] = readAttachments(pdf);
    expect(others).toEqual([]);
    expect(note).toMatchObject({ name: 'nota.txt', mediaType: 'text/plain', revision: 0 });
    expect(Buffer.from(note!.read()).toString()).toBe('uma nota');
  });

  test('the trailer of an encrypted file, and none of its pages', async () => {
    const bytes = await rewrittenByQpdf(await pdfLibDocument(false), '--encrypt', 'a', 'b', '256', '--');
    expect(readPdf(bytes).encrypted).toBe(true);
    expect(codeOf(bytes, (pdf) => pdf.pageCount)).toBe('encrypted');
  });

  test.for([
    ['openAction', '/OpenAction << /S /JavaScript /JS (x) >>', ''],
    ['additionalActions', '/AA << >>', ''],
    ['javaScript', '/Names << /JavaScript << /Names [] >> >>', ''],
    ['javaScript', '', '/Annots [<< /A << /S /J#61vaScript >> >>]'],
    ['launch', '', '/Annots [<< /A << /S /Launch >> >>]'],
    ['xfa', '/AcroForm << /Fields [] /XFA [] >>', ''],
    ['openAction', '/OpenAction << /S /URI /URI (x) >>', ''],
    ['openAction', '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [<< /S /GoToR /F (x.pdf) >>] >>', ''],
    ['stateActions', '', '/Annots [<< /A << /S /SetOCGState /State [] >> >>]'],
    ['stateActions', '', '/Annots [<< /A << /S /GoTo /Next << /S /Hide >> >> >>]'],
    ['stateActions', '', '/Annots [<< /A << /S /ResetForm >> >>]'],
    ['collection', '/Collection << /View /T >>', ''],
  ] as const)('active content: %s by %s%s', ([kind, catalog, page]) => {
    const { activeContent } = readPdf(onePage(undefined, page, catalog).table('/Root 1 0 R').bytes);
    expect(activeContent[kind]).toBe(true);
  });

  test.for(['[3 0 R /Fit]', '<< /S /GoTo /D [3 0 R /Fit] /Next << /S /GoTo /D [3 0 R /Fit] >> >>'])(
    'opening at a page is not active content: %s',
    (opening) => {
      const bytes = onePage(undefined, '', `/OpenAction ${opening}`).table('/Root 1 0 R').bytes;
      expect(Object.values(readPdf(bytes).activeContent)).not.toContain(true);
    },
  );
});

describe('what is refused', () => {
  test.for<[string, Buffer, PdfSyntaxCode]>([
    ['nothing', Buffer.alloc(0), 'not-a-pdf'],
    ['a header that is not first', Buffer.concat([Buffer.from('\n'), SIMPLE]), 'not-a-pdf'],
    ['no startxref', Buffer.from('%PDF-1.7\nhello'), 'startxref-missing'],
    ['a startxref beyond the file', Buffer.from('%PDF-1.7\nstartxref\n9999\n%%EOF'), 'xref-malformed'],
    ['bytes after the end', Buffer.concat([SIMPLE, Buffer.from('x')]), 'trailing-bytes'],
    ['a %%EOF cut short', SIMPLE.subarray(0, -2), 'startxref-missing'],
    ['an entry of another form', replaced('00000 n \n', '00000 n\n\n'), 'xref-malformed'],
    ['a type of entry that is none', replaced('00000 n \n', '00000 x \n'), 'xref-malformed'],
    ['more entries than there are', replaced('xref\n0 5', 'xref\n0 9'), 'xref-malformed'],
    ['an object beyond Size', replaced('/Size 5', '/Size 4'), 'xref-size'],
    ['no Root', replaced('/Root 1 0 R', '/Boot 1 0 R'), 'trailer-malformed'],
    ['a Root that is no catalog', replaced('/Type /Catalog', '/Type /Dog    '), 'catalog-malformed'],
    ['an object under another number', replaced('3 0 obj', '5 0 obj'), 'object-mismatch'],
    ['an object without its end', replaced('endobj', 'endobx'), 'object-malformed'],
    ['a key twice', replaced('/Type /Page /Parent', '/Kids /Page /Kids  '), 'duplicate-key'],
    ['a stream longer than it says', replaced('/Length 16', '/Length 15'), 'stream-malformed'],
    ['a page tree that is a loop', replaced('/Kids [3 0 R]', '/Kids [2 0 R]'), 'page-tree-malformed'],
    ['a Count that is wrong', replaced('/Count 1', '/Count 2'), 'page-tree-malformed'],
    ['a page without MediaBox', replaced('/MediaBox', '/MadeaBox'), 'page-tree-malformed'],
    [
      'a string without end',
      replaced('/MediaBox [0 0 300 400]', '/MediaBox (0 0 300 400 '),
      'token-malformed',
    ],
    ['a number that is none', replaced('[0 0 300 400]', '[0 0 30-0 40]'), 'token-malformed'],
    ['a name with a broken escape', replaced('/MediaBox', '/Media#xx'), 'token-malformed'],
  ])('%s', ([, bytes, code]) => {
    expect(codeOf(bytes, everything)).toBe(code);
  });

  test('an object listed twice in one section', () => {
    const bytes = Buffer.from(
      SIMPLE.toString('latin1').replace('xref\n0 5\n', 'xref\n0 1\n0000000000 65535 f \n0 5\n'),
    );
    expect(codeOf(bytes)).toBe('xref-malformed');
  });

  test('a Prev that leads back, forth, or nowhere', () => {
    const once = onePage().table('/Root 1 0 R');
    const first = once.lastSection;
    const update = (prev: number | undefined): Buffer => {
      const start = SIMPLE.length;
      const trailer = `trailer\n<< /Size 5 /Root 1 0 R /Prev ${prev} >>\nstartxref\n${start}\n%%EOF\n`;
      return Buffer.concat([SIMPLE, Buffer.from(`xref\n0 0\n${trailer}`)]);
    };
    expect(codeOf(update(first))).toBe('none');
    expect(codeOf(update(SIMPLE.length))).toBe('xref-loop');
    expect(codeOf(update(99_999))).toBe('trailer-malformed');
    expect(codeOf(update(20))).toBe('xref-malformed');
  });

  test('a Prev that points forward in a file that is not linearized', () => {
    const first = '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \n';
    const head = first + emptyTrailer('/Prev NNN ');
    const bytes = head.replace('NNN', String(head.length)) + `xref\n0 0\n${emptyTrailer('')}`;
    expect(codeOf(Buffer.from(bytes))).toBe('xref-order');
  });

  test('a file whose last startxref goes back to an older revision', () => {
    const first = onePage().table('/Root 1 0 R').lastSection;
    const bytes = Buffer.concat([SIMPLE, Buffer.from(`junk\nstartxref\n${first}\n%%EOF\n`)]);
    expect(codeOf(bytes)).toBe('xref-order');
  });

  test('a stream whose Length needs itself', () => {
    const bytes = onePage(undefined, '/Extra 5 0 R')
      .object(5, '<< /Length 5 0 R >>\nstream\n\nendstream')
      .table('/Root 1 0 R').bytes;
    expect(codeOf(bytes, everything)).toBe('reference-loop');
  });

  test('streams that need one another without end', () => {
    const pdf = onePage();
    for (let num = 5; num < 300; num += 1)
      pdf.object(num, `<< /Length ${num + 1} 0 R >>\nstream\n\nendstream`);
    expect(codeOf(pdf.table('/Root 1 0 R').bytes, everything)).toBe('limit-depth');
  });

  test('references that lead to references without end', () => {
    const pdf = onePage(undefined, '/Rotate 5 0 R').object(5, '6 0 R').object(6, '5 0 R');
    expect(codeOf(pdf.table('/Root 1 0 R').bytes, everything)).toBe('reference-loop');
  });

  test('an object that is a reference to itself, which nothing refers to', () => {
    const bytes = onePage().object(5, '5 0 R').table('/Root 1 0 R').bytes;
    expect(codeOf(bytes, everything)).toBe('reference-loop');
  });

  test('a stream whose data lies in another file', () => {
    const bytes = onePage().stream(5, 'x', '/F (other.bin)').table('/Root 1 0 R').bytes;
    expect(codeOf(bytes, everything)).toBe('stream-malformed');
  });

  test('two places for one object in a hybrid section', async () => {
    const bytes = Buffer.from(await HONEST_DOCUMENTS['hybrid cross-reference']!());
    const entry = '5 1\n0000000009 00000 n \n';
    const start = bytes.lastIndexOf('trailer');
    const changed = Buffer.concat([bytes.subarray(0, start), Buffer.from(entry), bytes.subarray(start)]);
    expect(codeOf(changed)).toBe('hybrid-conflict');
  });
});
