import { createHash } from 'node:crypto';

import { issueCrl, type LocalAuthority, readPdf, RevisionWriter, type StrictPdf } from '@lacre/pades';
import type { PdfRef } from '@lacre/pades/pdf';
import { addFieldToForm, annotatePage, editCatalog, timeStampPlaceholder } from '@lacre/pades/seal';

import { NOW } from '../../fixtures/authorities.ts';
import {
  ocspOf,
  validationDataOf,
  withDocumentTimeStamp,
  withValidationData,
} from '../../fixtures/long-term-pieces.ts';
import { stamped } from '../../fixtures/time-stamps.ts';
import { attacks, type Attack } from '../attack.ts';
import { RawUpdate } from '../raw-update.ts';
import { type SealedFile, spliced } from '../sealed-bases.ts';
import { uncheckedToken } from './time-stamp-forgery.ts';

const DAY_MS = 86_400_000;

/** A file with a security store of any content, written by hand. */
function withStore(base: SealedFile, write: (update: RawUpdate) => string): Buffer {
  const update = new RawUpdate(base.file);
  return update.edit(base.roles.catalog, { DSS: write(update) }).finish();
}

const storing = (list: 'Certs' | 'OCSPs' | 'CRLs', data: string | Uint8Array, keys = ''): Attack['make'] => {
  return ({ table }) =>
    withStore(table, (update) => {
      const num = update.fresh();
      update.stream(num, data, keys);
      return `<< /Type /DSS /${list} [${num} 0 R] >>`;
    });
};

const FORGED_STORES: readonly Attack[] = attacks('forged long-term data', {
  'text for a certificate': storing('Certs', 'BT (O valor e outro) Tj ET'),
  'nothing for a certificate': storing('Certs', ''),
  'DER of nothing for an OCSP response': storing('OCSPs', Buffer.from([0x30, 0])),
  'DER of nothing for a CRL': storing('CRLs', Buffer.from([0x30, 3, 2, 1, 1])),
  'bytes after a certificate': (bases) =>
    storing('Certs', Buffer.concat([bases.owner.root.certificate.der, Buffer.from('x')]))(bases),
  'a certificate that is an image too': (bases) =>
    storing('Certs', bases.owner.root.certificate.der, '/Type /XObject /Subtype /Image')(bases),
  'a certificate with an action': (bases) =>
    storing('Certs', bases.owner.root.certificate.der, '/A << /S /JavaScript /JS (1) >>')(bases),
  'a certificate whose data is elsewhere': (bases) =>
    storing('Certs', bases.owner.root.certificate.der, '/F (http://example.org)')(bases),
  'a store that is a page': ({ table }) =>
    withStore(table, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'),
  'a store with a key of its own': ({ table }) => withStore(table, () => '<< /Type /DSS /Other (x) >>'),
  'a store that lists a page content': ({ table }) =>
    withStore(table, () => `<< /Type /DSS /Certs [${table.roles.content.num} 0 R] >>`),
  'a store that lists a number': ({ table }) => withStore(table, () => '<< /Type /DSS /Certs [1 2 3] >>'),
  'a store of a file for validation by others': ({ table }) =>
    withStore(table, (update) => {
      const num = update.fresh();
      update.object(num, '<< /Type /VRI /Other (x) >>');
      return `<< /Type /DSS /VRI << /0123456789012345678901234567890123456789 ${num} 0 R >> >>`;
    }),
  'an entry of VRI for a signature that is not there': async ({ stamped: base, owner }) => {
    const data = await validationDataOf(owner);
    const file = await withValidationData(base.file, data, 'Signature1');
    const at = file.lastIndexOf('/VRI <<') + 9;
    const key = file.toString('latin1', at, at + 40);
    return spliced(file, at, at + 40, Array.from(key).toReversed().join(''));
  },
  'a name that is no digest among VRI': ({ table }) =>
    withStore(table, () => '<< /Type /DSS /VRI << /Names << /Type /VRI >> >> >>'),
  'a store beside another page content': ({ table, owner }) =>
    withStore(table, (update) => {
      const num = update.fresh();
      update.stream(num, owner.root.certificate.der).stream(table.roles.content.num, 'q Q');
      return `<< /Type /DSS /Certs [${num} 0 R] >>`;
    }),
  'a store beside an object that nothing needs': ({ table, owner }) =>
    withStore(table, (update) => {
      const num = update.fresh();
      update.stream(num, owner.root.certificate.der).object(update.fresh(), '(hidden)');
      return `<< /Type /DSS /Certs [${num} 0 R] >>`;
    }),
  'the store emptied': ({ longTerm }) => {
    const update = new RawUpdate(longTerm.file);
    return update.edit(longTerm.roles.catalog, { DSS: '<< /Type /DSS >>' }).finish();
  },
  'the store taken out of the catalog': ({ longTerm }) =>
    new RawUpdate(longTerm.file).edit(longTerm.roles.catalog, { DSS: undefined }).finish(),
  'a certificate of the store replaced': ({ longTerm, stranger }) => {
    const num = numberOfStream(longTerm, 'Certs');
    return new RawUpdate(longTerm.file).stream(num, stranger.root.certificate.der).finish();
  },
  'an OCSP response of the store replaced': async ({ longTerm, stranger, owner }) => {
    const lie = await ocspOf({ ...stranger, issuing: owner.issuing }, owner.seal.certificate);
    return new RawUpdate(longTerm.file).stream(numberOfStream(longTerm, 'OCSPs'), lie).finish();
  },
  'a false OCSP response, by an unauthorised responder': async ({ stamped: base, owner, stranger }) => {
    const lie = await ocspOf({ ...owner, ocsp: stranger.ocsp }, owner.seal.certificate);
    return withValidationData(base.file, { ...(await validationDataOf(owner)), ocspResponses: [lie] });
  },
  'a false OCSP response, with its own responder’s certificate': async ({
    stamped: base,
    owner,
    stranger,
  }) => {
    const lie = await ocspOf({ ...owner, ocsp: stranger.ocsp }, owner.seal.certificate);
    const certificates = [owner.root, owner.issuing, stranger.ocsp, stranger.issuing, stranger.root];
    const ders = certificates.map(({ certificate }) => certificate.der);
    return withValidationData(base.file, { certificates: ders, ocspResponses: [lie] });
  },
  'a false CRL, by another issuer': async ({ stamped: base, owner, stranger }) => {
    const crl = await issueCrl({
      issuer: { ...stranger.issuing.signer, certificate: owner.issuing.certificate },
      number: 9,
      thisUpdate: NOW,
      nextUpdate: new Date(NOW.getTime() + DAY_MS),
      revoked: [],
    });
    return withValidationData(base.file, { ...(await validationDataOf(owner)), crls: [crl] });
  },
  'certificates of unknown holders': async ({ stamped: base, stranger }) =>
    withValidationData(base.file, { certificates: [stranger.seal.certificate.der] }),
});

/** Number of the first stream in a list of the store. */
function numberOfStream({ file }: SealedFile, list: string): number {
  const match = new RegExp(`/${list} \\[ (\\d+) 0 R`).exec(file.toString('latin1'));
  if (!match) throw new Error(`no ${list}`);
  return Number(match[1]);
}

interface Stamping {
  readonly by?: LocalAuthority;
  readonly now?: Date;
  readonly keys?: (writer: RevisionWriter) => string;
  readonly rect?: string;
  readonly subtype?: string;
  readonly edit?: (writer: RevisionWriter, pdf: StrictPdf) => void;
  /** What is stamped instead of what ByteRange covers. */
  readonly imprint?: Buffer;
  readonly token?: (token: Uint8Array, imprint: Buffer) => Uint8Array | Promise<Uint8Array>;
  readonly dictionary?: (text: string) => string;
}

/** A document time stamp with anything wrong in it, or anything smuggled in beside it. */
export async function stampedWith(
  base: Pick<SealedFile, 'file'>,
  owner: LocalAuthority,
  options: Stamping,
): Promise<Buffer> {
  const { by = owner, rect = '0 0 0 0', subtype = 'Widget', dictionary = (text) => text } = options;
  const pdf = readPdf(base.file);
  const writer = new RevisionWriter(pdf);
  const placeholder = timeStampPlaceholder(4096);
  const value = writer.reserve();
  const body = writer.write(value, Buffer.from(dictionary(placeholder.body.toString('latin1')), 'latin1'));
  const field: PdfRef = writer.reserve();
  writer.write(
    field,
    `<< /Type /Annot /Subtype /${subtype} /FT /Sig /T (Carimbo) /V ${value.num} 0 R /F 132 /Rect [${rect}] ${options.keys?.(writer) ?? ''} >>`,
  );
  const page = pdf.pages[0];
  if (page) annotatePage(pdf, writer, page, field);
  editCatalog(pdf, writer, addFieldToForm(pdf, writer, field));
  options.edit?.(writer, pdf);
  const tail = writer.finish(Buffer.from('stamped'));
  const start = tail.indexOf('/Contents <', body) + 10;
  const end = start + placeholder.contentsLength;
  const range = `[0 ${base.file.length + start} ${base.file.length + end} ${tail.length - end}]`;
  tail.write(range, tail.indexOf('/ByteRange ', body) + 11, 'latin1');
  const covered = Buffer.concat([base.file, tail.subarray(0, start), tail.subarray(end)]);
  const imprint = options.imprint ?? createHash('sha256').update(covered).digest();
  const token = await stamped(imprint, { by, ...(options.now && { at: options.now }) });
  tail.write(
    Buffer.from((await options.token?.(token, imprint)) ?? token).toString('hex'),
    start + 1,
    'latin1',
  );
  return Buffer.concat([base.file, tail]);
}

const FORGED_STAMPS: readonly Attack[] = attacks('forged long-term data', {
  'a document time stamp over something else': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { imprint: createHash('sha256').update('x').digest() }),
  'a document time stamp of another document': async ({ longTerm, archived, owner }) => {
    const start = archived.file.lastIndexOf('/Contents <') + 11;
    const hex = archived.file.toString('latin1', start, archived.file.indexOf('>', start, 'latin1'));
    const foreign = Buffer.from(hex, 'hex').subarray(0, 4096);
    return stampedWith(longTerm, owner, { token: () => foreign });
  },
  'a document time stamp that draws': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { rect: '60 680 460 740' }),
  'a document time stamp with an appearance': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      keys: (writer) => {
        const form = '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 3';
        return `/AP << /N ${writer.add(`<< ${form} >>\nstream\nq Q\nendstream`).num} 0 R >>`;
      },
    }),
  'a document time stamp that is a note': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { subtype: 'Text' }),
  'a document time stamp with an action': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { keys: () => '/A << /S /URI /URI (http://example.org) >>' }),
  'a document time stamp with a widget of its own on the page': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      keys: (writer) => `/Kids [${writer.add('<< /Subtype /Widget /Rect [60 680 460 740] >>').num} 0 R]`,
    }),
  'a document time stamp beside another page content': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      edit: (writer) => void writer.write(longTerm.roles.content, '<< /Length 3 >>\nstream\nq Q\nendstream'),
    }),
  'a document time stamp beside an object out of nowhere': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { edit: (writer) => void writer.add('(hidden)') }),
  'a document time stamp with a text of its own': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      dictionary: (text) => text.replace('\n>>', '\n/Reason (O valor e outro) >>'),
    }),
  'a document time stamp that certifies': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      dictionary: (text) =>
        text.replace('\n>>', '\n/Reference [<< /TransformMethod /DocMDP /TransformParams << /P 3 >> >>] >>'),
    }),
  'a document time stamp that calls itself a signature': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      dictionary: (text) => text.replace('/ETSI.RFC3161', '/ETSI.CAdES.detached'),
    }),
  'a document time stamp of a time before the seal': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { now: new Date(NOW.getTime() - 30_000) }),
  'a document time stamp that lies in its time': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      token: (token) => {
        const copy = Buffer.from(token);
        copy.write('2030', copy.indexOf('20261120'), 'latin1');
        return copy;
      },
    }),
  'a document time stamp with bytes after its token': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { token: (token) => Buffer.concat([token, Buffer.from('x')]) }),
  'a document time stamp in BER': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, {
      token: (token) => Buffer.concat([Buffer.of(0x30, 0x83, 0), Buffer.from(token).subarray(2)]),
    }),
  'a document time stamp that is empty': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { token: () => Buffer.alloc(0) }),
  'a document time stamp by an authority of one’s own': ({ longTerm, stranger }) =>
    withDocumentTimeStamp(longTerm.file, stranger),
  'a document time stamp by an authority of one’s own, at once on the seal': ({ table, stranger }) =>
    withDocumentTimeStamp(table.file, stranger),
  'a document time stamp signed by a certificate for documents': ({ longTerm, owner }) =>
    stampedWith(longTerm, owner, { token: (_, imprint) => uncheckedToken(owner.seal.signer, imprint) }),
  'a page content replaced before an archive time stamp': async ({ longTerm, owner }) => {
    const changed = new RawUpdate(longTerm.file).stream(longTerm.roles.content.num, 'q Q').finish();
    return withDocumentTimeStamp(changed, owner);
  },
  'an annotation before an archive time stamp': async ({ longTerm, owner }) => {
    const update = new RawUpdate(longTerm.file);
    const annotation = '[<< /Subtype /FreeText /Rect [0 0 99 99] /Contents (x) >>]';
    return withDocumentTimeStamp(
      update.edit(longTerm.roles.secondPage, { Annots: annotation }).finish(),
      owner,
    );
  },
  'a document time stamp whose token is exchanged for a later one of the same authority': async ({
    archived,
    owner,
  }) => {
    const start = archived.file.lastIndexOf('/Contents <') + 11;
    const end = archived.file.indexOf('>', start, 'latin1');
    const imprint = createHash('sha256').update('x').digest();
    const token = await stamped(imprint, { by: owner, at: new Date(NOW.getTime() + DAY_MS) });
    const hex = Buffer.from(token)
      .toString('hex')
      .padEnd(end - start, '0');
    return spliced(archived.file, start, end, hex);
  },
  'the validation data cut out from under the archive time stamp': ({ archived }) => {
    const [, , store] = archived.pdf.revisions;
    return spliced(archived.file, store?.start ?? 0, store?.end ?? 0, '');
  },
});

export const LONG_TERM_FORGERY: readonly Attack[] = [...FORGED_STORES, ...FORGED_STAMPS];
