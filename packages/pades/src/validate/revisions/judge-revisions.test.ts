import { authority, NOW } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { revised, signedLater } from '@lacre/pades-lab/fixtures/later-revision';
import { beforeAll, expect, test } from 'vitest';

import { readPdf, type StrictPdf } from '../../pdf/strict-pdf.ts';
import type { PdfRef } from '../../pdf/syntax/pdf-values.ts';
import { sealPdf } from '../../seal/seal-pdf.ts';
import { editedDict } from '../../write/pdf-source.ts';
import type { RevisionWriter } from '../../write/revision-writer.ts';
import { validatePdf } from '../validate-pdf.ts';
import type { Validation } from '../verdict.ts';

/** XMP that says something, by attributes and by elements. */
function packet(attributes: string, elements = '', around = ['', '']): string {
  const names = [
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
    'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  ].join(' ');
  const description = `<rdf:Description rdf:about="" ${attributes}>${elements}</rdf:Description>`;
  return `${around[0]}<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${names}>${description}</rdf:RDF></x:xmpmeta>${around[1]}`;
}

/** A document that refers to an object 40 which it does not have. */
const ORIGINAL = onePage(
  undefined,
  '/Resources << /XObject << /X 40 0 R >> >>',
  '/Metadata 6 0 R',
  '/Rotate 0',
)
  .object(5, '<< /Title (Contrato) /Producer (P) >>')
  .stream(6, packet('pdf:Title="x" xmp:ModifyDate="2026"'), '/Type /Metadata /Subtype /XML')
  .table('/Root 1 0 R /Info 5 0 R').bytes;

let file: Buffer;
beforeAll(async () => {
  const { signer } = await authority();
  file = Buffer.concat((await sealPdf({ pdf: ORIGINAL, signer, signingTime: NOW })).pdf);
});

async function judged(bytes: Uint8Array): Promise<Validation> {
  const { signer } = await authority();
  return validatePdf(bytes, { trustedSealCertificates: [signer] });
}

function edit(ref: { num: number; gen: number }, keys: Record<string, string | undefined>) {
  return (writer: RevisionWriter, pdf: StrictPdf): void => {
    const dict = pdf.object(ref.num) as ReturnType<StrictPdf['catalog']['get']>;
    if (!dict || typeof dict !== 'object' || !('entries' in dict)) throw new Error('not a dictionary');
    writer.write(ref, editedDict(dict, new Map(Object.entries(keys))));
  };
}

const CONTENT = { num: 4, gen: 0 } as PdfRef;
const newContent = '<< /Length 4 >>\nstream\nq Q\n\nendstream';

/** Tricks after the seal, each covered by a stranger's valid signature, and what gives it away. */
const TRICKS: Readonly<Record<string, readonly [Parameters<typeof signedLater>[1] & object, string]>> = {
  'page content replaced': [{ edit: (writer) => writer.write(CONTENT, newContent) }, 'object-changed'],
  'page given other content': [
    {
      edit: (writer, pdf) => edit({ num: 3, gen: 0 }, { Contents: '[4 0 R 4 0 R]' })(writer, pdf),
      bare: true,
    },
    'object-changed',
  ],
  'page tree grown': [
    { edit: (writer, pdf) => edit({ num: 2, gen: 0 }, { Kids: '[3 0 R 3 0 R]', Count: '2' })(writer, pdf) },
    'object-changed',
  ],
  'inherited rotation changed': [
    { edit: (writer, pdf) => edit({ num: 2, gen: 0 }, { Rotate: '180' })(writer, pdf) },
    'object-changed',
  ],
  'dangling reference filled': [
    {
      edit: (writer) => {
        while (writer.reserve().num < 50);
        writer.write({ num: 40, gen: 0 }, '<< /Any 1 >>');
      },
    },
    'reference-filled',
  ],
  'object added out of nowhere': [{ edit: (writer) => void writer.add('<< /Any 1 >>') }, 'object-changed'],
  'metadata replaced': [{ edit: (writer) => writer.write({ num: 6, gen: 0 }, newContent) }, 'object-changed'],
  'title changed': [
    { edit: (writer, pdf) => edit({ num: 5, gen: 0 }, { Title: '(Outro)' })(writer, pdf) },
    'object-changed',
  ],
  'open action in the catalog': [
    {
      edit: (writer, pdf) => edit({ num: 1, gen: 0 }, { OpenAction: '<< /S /Launch >>' })(writer, pdf),
      bare: true,
    },
    'object-changed',
  ],
  'JavaScript in the new field': [
    { field: () => '/AA << /E << /S /JavaScript /JS (app.alert\\(1\\)) >> >>' },
    'object-changed',
  ],
  'the sealed signature dictionary written over': [
    {
      edit: (writer, pdf) => {
        const [seal] = pdf.form.signatures;
        edit(seal?.valueRef as PdfRef, { Name: '(Outro)' })(writer, pdf);
      },
    },
    'bytes-after-seal',
  ],
  'the seal’s field made visible': [
    {
      edit: (writer, pdf) => {
        const [seal] = pdf.form.signatures;
        edit(seal?.fieldRef as PdfRef, { Rect: '[0 0 300 400]' })(writer, pdf);
      },
    },
    'object-changed',
  ],
};

test.for(Object.keys(TRICKS))('%s: altered after sealing, the genuine part still reported', async (trick) => {
  const [options, code] = TRICKS[trick]!;
  const validation = await judged(await signedLater(file, options));
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
  expect(validation.reasons.map((reason) => reason.code)).toContain(code);
});

const ESIC = '/ESIC << /BaseVersion /1.7 /ExtensionLevel 1 >>';

/** What honest programs write beside a signature of their own, and how far it may go. */
const HABITS: Readonly<Record<string, readonly [Parameters<typeof signedLater>[1] & object, boolean]>> = {
  'a version in the catalog': [
    { bare: true, edit: (writer, pdf) => withForm(writer, pdf, { Version: '/1.7' }) },
    true,
  ],
  'a lower version': [
    { bare: true, edit: (writer, pdf) => withForm(writer, pdf, { Version: '/1.3' }) },
    false,
  ],
  'a version that is none': [
    { bare: true, edit: (writer, pdf) => withForm(writer, pdf, { Version: '(1.7)' }) },
    false,
  ],
  extensions: [
    {
      bare: true,
      edit: (writer, pdf) =>
        withForm(writer, pdf, {
          Extensions: `<< ${ESIC} /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>`,
        }),
    },
    true,
  ],
  'extensions that lose one': [
    {
      bare: true,
      edit: (writer, pdf) =>
        withForm(writer, pdf, { Extensions: '<< /ADBE << /BaseVersion /1.7 /ExtensionLevel 8 >> >>' }),
    },
    false,
  ],
  'the same metadata in another form': [
    { edit: metadata(packet('pdf:Title="x" xmp:ModifyDate="2027"')) },
    true,
  ],
  'the same metadata as an element': [{ edit: metadata(packet('', '<pdf:Title>x</pdf:Title>')) }, true],
  'the same metadata between instructions': [
    {
      edit: metadata(
        packet('pdf:Title="x"', '', [
          '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<?adobe-xap-filters esc="CRLF"?>\n',
          '\n<?xpacket end="w"?>',
        ]),
      ),
    },
    true,
  ],
  'another title in the metadata': [{ edit: metadata(packet('', '<pdf:Title>y</pdf:Title>')) }, false],
  'a title of another vocabulary': [{ edit: metadata(packet('dc:Title="x"')) }, false],
  'a title in another language': [
    { edit: metadata(packet('', '<pdf:Title xml:lang="en">x</pdf:Title>')) },
    false,
  ],
  'a prefix that means two things': [
    { edit: metadata(packet('', '<pdf:Title xmlns:pdf="urn:other">x</pdf:Title>')) },
    false,
  ],
  'metadata with more in it': [{ edit: metadata(packet('pdf:Title="x" dc:rights="mine"')) }, false],
  'metadata with text outside its tags': [
    { edit: metadata(packet('pdf:Title="x"', '', ['q Q ', ''])) },
    false,
  ],
  'metadata with text after its tags': [{ edit: metadata(packet('pdf:Title="x"', '', ['', ' q Q'])) }, false],
  'metadata with text between its tags': [{ edit: metadata(packet('pdf:Title="x"', ' q Q ')) }, false],
  'metadata that is no RDF': [{ edit: metadata('<r Title="x"/>') }, false],
  'metadata without a tag': [{ edit: metadata('q Q') }, false],
  'metadata with a document type': [
    { edit: metadata(packet('pdf:Title="x"', '', ['<!DOCTYPE r>', ''])) },
    false,
  ],
  'metadata that does not close': [
    { edit: metadata(packet('pdf:Title="x"').replace('</rdf:RDF>', '')) },
    false,
  ],
  'the title in another encoding': [
    { edit: edit({ num: 5, gen: 0 }, { Title: '<FEFF0043006F006E0074007200610074006F>' }) },
    true,
  ],
};

function metadata(text: string): NonNullable<Parameters<typeof signedLater>[1]>['edit'] & object {
  return (writer) =>
    writer.write(
      { num: 6, gen: 0 },
      `<< /Type /Metadata /Subtype /XML /Length ${text.length} >>\nstream\n${text}\nendstream`,
    );
}

/** The catalog with the field in its form, and other keys. */
function withForm(writer: RevisionWriter, pdf: StrictPdf, keys: Record<string, string>): void {
  const signature = pdf.size + 1;
  const form = Buffer.from(pdf.catalog.rawValue('AcroForm') ?? '').toString('latin1');
  const page = pdf.pages[0]!;
  writer.write(
    page.ref,
    editedDict(
      page.dict,
      new Map([['Annots', `[${pdf.form.signatures[0]?.fieldRef.num} 0 R ${signature} 0 R]`]]),
    ),
  );
  const extended = form.replace(']', ` ${signature} 0 R]`);
  writer.write(pdf.root, editedDict(pdf.catalog, new Map([['AcroForm', extended], ...Object.entries(keys)])));
}

test.for(Object.keys(HABITS))('beside a signature: %s', async (name) => {
  const [options, allowed] = HABITS[name]!;
  const validation = await judged(await signedLater(file, options));
  expect(validation.verdict, validation.reasons.map(({ code, detail }) => `${code} ${detail}`).join()).toBe(
    allowed ? 'later-signature' : 'altered-after-sealing',
  );
});

test('a comment that a later signature does not cover makes that signature invalid', async () => {
  const signed = await signedLater(file);
  const at = signed.lastIndexOf('startxref');
  const text = (comment: string): Buffer =>
    Buffer.concat([signed.subarray(0, at), Buffer.from(comment), signed.subarray(at)]);
  // The signature does not cover the comment, so that only the comparison can tell.
  const codes = (await judged(text('%iText-5.5.13\n'))).reasons.map(({ code }) => code);
  expect(codes).toContain('later-signature-invalid');
  expect(codes).not.toContain('bytes-unaccounted');
});

test('a revision without a signature is an alteration even when it changes nothing', async () => {
  const same = revised(file, (writer, pdf) => edit({ num: 1, gen: 0 }, {})(writer, pdf));
  expect(readPdf(same).revisions).toHaveLength(3);
  const validation = await judged(same);
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
  expect(validation.reasons.map(({ code }) => code)).toEqual(['revision-without-signature']);
});

test('an object may be written again as it was beside a later signature', async () => {
  const validation = await judged(await signedLater(file, { edit: edit({ num: 2, gen: 0 }, {}) }));
  expect(validation.verdict).toBe('later-signature');
});

test('a later writer may note its name and time', async () => {
  const keys = { ModDate: '(D:20270101000000Z)', Producer: '(Outro programa)' };
  const validation = await judged(await signedLater(file, { edit: edit({ num: 5, gen: 0 }, keys) }));
  expect(validation.verdict).toBe('later-signature');
});

test('an object freed after the seal is an alteration', async () => {
  const startxref = readPdf(file).revisions.at(-1)?.startxref;
  const at = file.length;
  const trailer = `trailer\n<< /Size 9 /Root 1 0 R /Info 5 0 R /Prev ${startxref} >>\nstartxref\n${at}\n%%EOF\n`;
  const freed = Buffer.concat([file, Buffer.from(`xref\n4 1\n0000000000 00001 f \n${trailer}`)]);
  const validation = await judged(freed);
  expect(validation.verdict).toBe('altered-after-sealing');
  expect(validation.reasons.map(({ code }) => code)).toContain('object-freed');
});

test('a later revision that names another catalog is an alteration', async () => {
  const pdf = readPdf(file);
  const at = file.length;
  const { size } = pdf;
  const catalog = `${size} 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm ${formRef(pdf)} >>\nendobj\n`;
  const xref = at + catalog.length;
  const table = `xref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
  const trailer = `trailer\n<< /Size ${size + 1} /Root ${size} 0 R /Info 5 0 R /Prev ${pdf.revisions.at(-1)?.startxref} >>\n`;
  const moved = Buffer.concat([file, Buffer.from(`${catalog}${table}${trailer}startxref\n${xref}\n%%EOF\n`)]);
  const validation = await judged(moved);
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
  expect(validation.reasons.map(({ code }) => code)).toContain('trailer-changed');
});

function formRef(pdf: StrictPdf): string {
  return Buffer.from(pdf.catalog.rawValue('AcroForm') ?? '').toString('latin1');
}

test('bytes between the objects of a later revision are an alteration', async () => {
  const signed = await signedLater(file, { edit: (writer) => void writer.add('<< /Hidden (orphan) >>') });
  // The same revision, its extra object no longer listed: rebuilt by listing it as free.
  const validation = await judged(signed);
  expect(validation.verdict).toBe('altered-after-sealing');
  const smuggled = revisionWithUnlistedObject(file);
  expect((await judged(smuggled)).reasons.map(({ code }) => code)).toContain('bytes-unaccounted');
});

function revisionWithUnlistedObject(bytes: Buffer): Buffer {
  const pdf = readPdf(bytes);
  const unlisted = `${pdf.size} 0 obj\n(unlisted)\nendobj\n`;
  const xref = bytes.length + unlisted.length;
  const trailer = `trailer\n<< /Size ${pdf.size} /Root 1 0 R /Info 5 0 R /Prev ${pdf.revisions.at(-1)?.startxref} >>\n`;
  return Buffer.concat([bytes, Buffer.from(`${unlisted}xref\n0 0\n${trailer}startxref\n${xref}\n%%EOF\n`)]);
}

test('a revision that hides the seal from the form does not make the file one of another sealer', async () => {
  const hidden = revised(file, edit({ num: 1, gen: 0 }, { AcroForm: undefined }));
  const validation = await judged(hidden);
  expect(validation).toMatchObject({
    verdict: 'altered-after-sealing',
    sealedBytes: file.length,
    sealTrace: true,
  });
});

test('a Prev that skips the sealed revision does not make the file one of another sealer', async () => {
  const pdf = readPdf(file);
  const at = file.length;
  const trailer = `trailer\n<< /Size 9 /Root 1 0 R /Prev ${pdf.revisions[0]?.startxref} >>\nstartxref\n${at}\n%%EOF\n`;
  const validation = await judged(Buffer.concat([file, Buffer.from(`xref\n0 0\n${trailer}`)]));
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
});

test('more revisions than anyone needs are not looked at, and not forgiven', async () => {
  let bytes = file;
  for (let count = 0; count < 65; count += 1) bytes = await signedLater(bytes);
  const validation = await judged(bytes);
  expect(validation).toMatchObject({ verdict: 'altered-after-sealing', sealedBytes: file.length });
  expect(validation.reasons.map(({ code }) => code)).toEqual(['revisions-too-many']);
});
