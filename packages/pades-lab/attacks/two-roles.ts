import {
  answerOcspRequest,
  type LocalAuthority,
  ocspRequest,
  readPdf,
  type RevisionWriter,
  sealPdf,
} from '@lacre/pades';
import { PdfArray } from '@lacre/pades/pdf';
import { source } from '@lacre/pades/write';

import { NOW } from '../fixtures/authorities.ts';
import { HandWrittenPdf } from '../fixtures/hand-written-pdf.ts';
import { type LaterSigning, signedLater } from '../fixtures/later-revision.ts';
import { crlOf } from '../fixtures/long-term.ts';
import { attacks, type Attack } from './attack.ts';
import { forcedSeal } from './forced-seal.ts';
import { stampedWith } from './forgery/long-term-forgery.ts';
import type { Bases } from './sealed-bases.ts';

const DRAWS = '1 0 0 rg 40 100 200 50 re f';
const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 400 300]';

export interface Parts {
  readonly catalog?: string;
  readonly contents?: string;
  readonly resources?: string;
  readonly page?: string;
  readonly text?: string;
  readonly more?: (pdf: HandWrittenPdf) => unknown;
  readonly trailer?: string;
  /** More keys of the second page. */
  readonly second?: string;
  /** What its list of the store can gain, an OCSP response by default. */
  readonly gains?: 'certificate' | 'CRL';
}

/** A document of two pages whose first can be anything. */
function documentOf(parts: Parts): HandWrittenPdf {
  const { catalog = '', contents = '4 0 R', resources = '', page = '', text = '', more } = parts;
  const pdf = new HandWrittenPdf()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(2, '<< /Type /Pages /Kids [3 0 R 20 0 R] /Count 2 >>')
    .object(
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Contents ${contents} ${page}` +
        ` /Resources << /Font << /F1 6 0 R >> ${resources} >> >>`,
    )
    .stream(4, `BT /F1 18 Tf 40 200 Td (O valor e de R$ 100,00.) Tj ET ${text}`)
    .object(6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
    .object(20, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] ${parts.second ?? ''} >>`);
  more?.(pdf);
  return pdf;
}

const trailerOf = ({ trailer = '' }: Parts): string => `/Root 1 0 R /ID [<c0ffee> <c0ffee>] ${trailer}`;

/** The document before it is sealed. */
export function sharedDocument(parts: Parts): Buffer {
  return documentOf(parts).table(trailerOf(parts)).bytes;
}

/** Sealed by our own writer, which does not touch what is of two roles. */
async function sealed(parts: Parts, { owner }: Bases): Promise<Buffer> {
  const pdf = documentOf(parts).table(trailerOf(parts)).bytes;
  return Buffer.concat(
    (await sealPdf({ pdf, signer: owner.signer, signingTime: NOW, reserveBytes: 4200 })).pdf,
  );
}

/** Sealed by a writer that does not look, in a field with the number 61. */
function forced(parts: Parts, { owner }: Bases): Promise<Buffer> {
  const document = documentOf(parts);
  const file = document.table(trailerOf(parts)).bytes;
  return forcedSeal(file, owner.signer, {
    previous: document.lastSection ?? 0,
    firstNumber: 60,
    catalogKeys: `/Pages 2 0 R ${parts.catalog ?? ''}`,
  });
}

const signed =
  (parts: Parts, signing: LaterSigning | ((file: Buffer) => LaterSigning)): Attack['make'] =>
  async (bases) => {
    const file = await sealed(parts, bases);
    return signedLater(file, typeof signing === 'function' ? signing(file) : signing);
  };

const FIELD = { num: 31, gen: 0 } as const;
const EMPTY = '/Type /Annot /Subtype /Widget /FT /Sig /T (Testemunha) /F 4 /P 3 0 R /Rect [0 0 0 0]';
const withField = (parts: Parts): Parts => ({
  catalog: '/AcroForm 30 0 R',
  page: '/Annots [31 0 R]',
  ...parts,
  more: (pdf) => {
    pdf.object(30, '<< /Fields [31 0 R] >>').object(31, `<< ${EMPTY} >>`);
    parts.more?.(pdf);
  },
});

const drawing = (writer: RevisionWriter): string =>
  `${writer.add(`<< ${FORM} /Length ${DRAWS.length} >>\nstream\n${DRAWS}\nendstream`).num} 0 R`;

/** The next number after the signature dictionary of a later signature, and its field when that is new. */
const firstFree = (file: Uint8Array, own: number): number => readPdf(file).size + own;

function packet(producer: string): string {
  const names =
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"';
  return `<rdf:RDF ${names}><rdf:Description rdf:about=""><pdf:Producer>\n${producer}\n</pdf:Producer></rdf:Description></rdf:RDF>`;
}

const METADATA = '/Type /Metadata /Subtype /XML';
const replaced = (num: number, data: string, keys = METADATA) => {
  return (writer: RevisionWriter): void =>
    void writer.write({ num, gen: 0 }, `<< /Length ${data.length} ${keys} >>\nstream\n${data}\nendstream`);
};

const metadataOf = (parts: Parts): Parts => ({
  catalog: '/Metadata 40 0 R',
  ...parts,
  more: (pdf) => {
    pdf.stream(40, packet('BT /F1 18 Tf 40 100 Td (A) Tj ET'), METADATA);
    parts.more?.(pdf);
  },
});

/** A list of the store grown by an answer whose nonce is drawn, stamped by the trusted authority. */
const listGrown = (parts: Parts, list = 40): Attack['make'] => {
  return async (bases) => {
    const der = await gainOf(parts, bases.owner);
    return stampedWith({ file: await forced(parts, bases) }, bases.owner, {
      edit: (writer, pdf) => {
        const added = writer.add(source(`<< /Length ${der.length} >>\nstream\n`, der, '\nendstream'));
        const items = pdf.object(list);
        if (!(items instanceof PdfArray)) throw new Error('no list');
        const kept = Buffer.from(items.source.subarray(items.start + 1, items.end - 1)).toString('latin1');
        writer.write({ num: list, gen: 0 }, `[${kept} ${added.num} 0 R]`);
      },
    });
  };
};

function gainOf({ gains }: Parts, owner: LocalAuthority): Promise<Uint8Array> | Uint8Array {
  if (gains === 'certificate') return owner.root.certificate.der;
  return gains === 'CRL' ? crlOf(owner.root, NOW) : drawnAnswer(owner);
}

function drawnAnswer(owner: LocalAuthority): Promise<Buffer> {
  const issuer = owner.issuing.certificate;
  const nonce = Buffer.from('\n>)> 1 0 0 rg 0 0 300 99 re f\n');
  const request = ocspRequest({ certificate: owner.seal.certificate, issuer, nonce });
  const responder = { issuer, signer: owner.ocsp.signer, statusOf: () => ({ status: 'good' }) as const };
  return answerOcspRequest(request, responder, NOW, new Date(NOW.getTime() + 86_400_000));
}

const storeOf = (lists: string, parts: Parts = {}): Parts => ({
  contents: '40 0 R',
  ...parts,
  catalog: `/DSS << /Type /DSS ${lists} >>`,
  more: (pdf) => {
    pdf.object(40, '[4 0 R]');
    parts.more?.(pdf);
  },
});

const VRI_KEY = 'A0'.repeat(20);

/** Documents whose security store is something else too, which our own writer refuses to seal. */
export const SHARED_STORES: Readonly<Record<string, Parts>> = {
  'the answers of the store are the content of a page': storeOf('/OCSPs 40 0 R'),
  'the certificates of the store are the content of a page': storeOf('/Certs 40 0 R', {
    gains: 'certificate',
  }),
  'the CRLs of the store are the content of a page': storeOf('/CRLs 40 0 R', { gains: 'CRL' }),
  'a list of VRI is the content of a page': storeOf(`/VRI << /${VRI_KEY} << /Cert 40 0 R >> >>`, {
    gains: 'certificate',
  }),
  'the list of the store is a colour space': storeOf('/OCSPs 40 0 R', {
    contents: '4 0 R',
    resources: '/ColorSpace << /C 40 0 R >>',
    text: '/C cs 0.5 scn 40 100 200 50 re f',
  }),
  'the store is a dictionary of colour spaces': {
    ...storeOf(''),
    contents: '4 0 R',
    resources: '/ColorSpace 41 0 R',
    catalog: '/DSS 41 0 R',
    more: (pdf) => pdf.object(40, '[4 0 R]').object(41, '<< /Type /DSS /OCSPs 40 0 R >>'),
  },
  'an entry of VRI is a dictionary of colour spaces': storeOf(`/VRI << /${VRI_KEY} 41 0 R >> /OCSPs 40 0 R`, {
    contents: '4 0 R',
    resources: '/ColorSpace 41 0 R',
    more: (pdf) => pdf.object(41, '<< /OCSP 40 0 R >>'),
  }),
};

/** Documents of which our own writer would write something that is the content of a page too. */
export const SHARED_PARTS: Readonly<Record<string, Parts>> = {
  'the annotations are the content of the page': {
    contents: '40 0 R',
    page: '/Annots 40 0 R',
    more: (pdf) => pdf.object(40, '[4 0 R]'),
  },
  'the annotations are the content of another page': {
    page: '/Annots 40 0 R',
    second: '/Contents 40 0 R',
    more: (pdf) => pdf.object(40, '[4 0 R]'),
  },
  'the annotations are a colour space': {
    page: '/Annots 40 0 R',
    resources: '/ColorSpace << /C 40 0 R >>',
    more: (pdf) => pdf.object(40, '[/DeviceGray]'),
  },
  'the page is a dictionary of colour spaces': {
    page: '/Annots [/DeviceGray]',
    resources: '/ColorSpace 3 0 R',
  },
  'the page is named by an object that is a dictionary of colour spaces': {
    page: '/Annots [/DeviceGray]',
    resources: '/ColorSpace 40 0 R',
    more: (pdf) => pdf.object(40, '3 0 R'),
  },
  'the fields are the content of the page': {
    catalog: '/AcroForm << /Fields 40 0 R >>',
    contents: '40 0 R',
    more: (pdf) => pdf.object(40, '[61 0 R]'),
  },
  'the form is a dictionary of drawings': {
    catalog: '/AcroForm 30 0 R',
    resources: '/XObject 30 0 R',
    text: '/DR Do',
    more: (pdf) => pdf.object(30, '<< /Fields [61 0 R] >>'),
  },
  'the catalog is a dictionary of fonts': { resources: '/ExtGState 1 0 R' },
};

const PREPARED_STORES = Object.entries(SHARED_STORES).map(([name, parts]): Attack => ({
  family: 'two roles',
  name,
  make: listGrown(parts),
}));

const PREPARED_PARTS = Object.entries(SHARED_PARTS).map(([name, parts]): Attack => ({
  family: 'two roles',
  name,
  make: async (bases) => signedLater(await forced(parts, bases)),
}));

/** Objects that a later revision may change, which are something else too. */
export const TWO_ROLES: readonly Attack[] = [
  ...PREPARED_STORES,
  ...PREPARED_PARTS,
  ...attacks('two roles', {
    'the metadata is the content of a page': async (bases) =>
      stampedWith({ file: await sealed(metadataOf({ contents: '40 0 R' }), bases) }, bases.owner, {
        edit: replaced(40, packet('BT /F1 18 Tf 40 100 Td (B) Tj ET')),
      }),
    'the metadata is one of the contents of a page': signed(metadataOf({ contents: '[4 0 R 40 0 R]' }), {
      edit: replaced(40, packet('BT /F1 18 Tf 40 100 Td (B) Tj ET')),
    }),
    'the metadata is a drawing': signed(
      metadataOf({ resources: '/XObject << /M 40 0 R >>', text: '/M Do' }),
      {
        edit: replaced(40, packet('BT /F1 18 Tf 40 100 Td (B) Tj ET')),
      },
    ),
    'the metadata is a drawing by another name': signed(
      metadataOf({
        resources: '/XObject << /M 41 0 R >>',
        text: '/M Do',
        more: (pdf) => pdf.object(41, '40 0 R'),
      }),
      { edit: replaced(40, packet('BT /F1 18 Tf 40 100 Td (B) Tj ET')) },
    ),
    'the metadata is the program of a font': signed(
      metadataOf({
        more: (pdf) => pdf.object(41, '<< /Type /FontDescriptor /FontFile 40 0 R >>'),
        page: '/Q 41 0 R',
      }),
      { edit: replaced(40, packet('other')) },
    ),
    'the metadata is an attached file': signed(
      metadataOf({
        catalog: '/Metadata 40 0 R /Names << /EmbeddedFiles << /Names [(a) 41 0 R] >> >>',
        more: (pdf) => pdf.object(41, '<< /Type /Filespec /F (a) /EF << /F 40 0 R >> >>'),
      }),
      { edit: replaced(40, packet('other')) },
    ),
    'the information is an annotation': signed(
      {
        page: '/Annots [14 0 R]',
        trailer: '/Info 14 0 R',
        more: (pdf) =>
          pdf.object(14, '<< /Subtype /FreeText /Rect [0 0 99 99] /Contents (x) /Producer (a) >>'),
      },
      {
        edit: (writer) =>
          void writer.write(
            { num: 14, gen: 0 },
            '<< /Subtype /FreeText /Rect [0 0 99 99] /Contents (x) /Producer (b) >>',
          ),
      },
    ),
    'the form is a dictionary of drawings, and gains resources': async (bases) => {
      const parts: Parts = {
        catalog: '/AcroForm 30 0 R',
        resources: '/XObject 30 0 R',
        text: '/DR Do',
        more: (pdf) => pdf.object(30, '<< /Fields [61 0 R] /SigFlags 3 >>'),
      };
      const file = await forced(parts, bases);
      const own = firstFree(file, 2);
      return signedLater(file, {
        form: { DR: `${own} 0 R` },
        field: (writer) => `/TU ${drawing(writer)}`,
      });
    },
    'an empty field is a dictionary of drawings, and is given a time': signed(
      withField({ resources: '/XObject 31 0 R', text: '/M Do' }),
      (file) => ({
        value: `/Prop_Build ${firstFree(file, 1)} 0 R`,
        edit: (writer) => void drawing(writer),
        into: { field: FIELD, keys: { M: `${firstFree(file, 1)} 0 R` } },
      }),
    ),
    'an empty field is a dictionary of drawings, and is given an appearance': signed(
      withField({ resources: '/XObject 31 0 R', text: '/AP Do' }),
      (file) => ({
        value: `/Prop_Build ${firstFree(file, 1)} 0 R`,
        edit: (writer) => void drawing(writer),
        into: { field: FIELD, keys: { AP: `${firstFree(file, 1)} 0 R` } },
      }),
    ),
    'an empty field is a graphics state': signed(
      withField({ resources: '/ExtGState << /G 31 0 R >>', text: '/G gs' }),
      { into: { field: FIELD } },
    ),
    'an empty field is in a list that is the content of a page': signed(
      {
        catalog: '/AcroForm << /Fields 40 0 R >>',
        page: '/Annots [31 0 R]',
        resources: '/ColorSpace << /C 42 0 R >>',
        more: (pdf) =>
          pdf.object(40, '[31 0 R]').object(42, '[/Pattern 31 0 R]').object(31, `<< ${EMPTY} >>`),
      },
      { into: { field: FIELD } },
    ),
  }),
];
