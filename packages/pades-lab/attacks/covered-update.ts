import { createHash } from 'node:crypto';

import { sealPdf, type StrictPdf } from '@lacre/pades';
import { buildSignedData, signedAttributes } from '@lacre/pades/cms';
import { latin1, PdfArray, PdfDict } from '@lacre/pades/pdf';

import { authority, NOW } from '../fixtures/authorities.ts';
import { HandWrittenPdf } from '../fixtures/hand-written-pdf.ts';
import { stamped } from '../fixtures/time-stamps.ts';
import { RawUpdate } from './raw-update.ts';
import type { Bases } from './sealed-bases.ts';

/** Who covers a revision: our own time-stamp authority, which stamps whatever it is given, or a stranger. */
export type CoveredBy = 'our time stamp' | 'a stranger’s signature';

const KEYS: Readonly<Record<CoveredBy, string>> = {
  'our time stamp': '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161',
  'a stranger’s signature':
    '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:20261120120000Z)',
};
const RESERVED = 9000;

export interface CoverOptions {
  /** Numbers of the signature dictionary and its field; by default such as nothing has had. */
  readonly numbers?: readonly [value: number, field: number];
  /** More keys of the signature dictionary. */
  readonly value?: string;
  /** More keys of the field. */
  readonly field?: string;
}

/**
 * A revision by hand, covered by a valid signature or time stamp: `finish` writes what else there is to it, and its
 * cross-reference, in any way it likes.
 */
export async function covered(
  base: Buffer,
  { owner }: Pick<Bases, 'owner'>,
  by: CoveredBy,
  finish: (update: RawUpdate, pdf: StrictPdf) => Buffer,
  options: CoverOptions = {},
): Promise<Buffer> {
  const update = new RawUpdate(base);
  const [value, field] = options.numbers ?? [update.fresh(), update.fresh()];
  const room = `/ByteRange ${' '.repeat(50)} /Contents <${'0'.repeat(RESERVED)}>`;
  update.object(value, `<< ${KEYS[by]} ${options.value ?? ''} ${room} >>`);
  const widget = '/Type /Annot /Subtype /Widget /FT /Sig /F 132 /Rect [0 0 0 0]';
  update.object(field, `<< ${widget} /T (Outra${field}) /V ${value} 0 R ${options.field ?? ''} >>`);
  addToForm(update, field);
  const file = finish(update, update.pdf);
  const start = file.indexOf('/Contents <0000', base.length, 'latin1') + 10;
  const end = start + RESERVED + 2;
  const range = `[0 ${start} ${end} ${file.length - end}]`;
  file.write(range, file.lastIndexOf('/ByteRange ', start, 'latin1') + 11, 'latin1');
  const digest = createHash('sha256').update(file.subarray(0, start)).update(file.subarray(end)).digest();
  const cms = by === 'our time stamp' ? await stamped(digest, { by: owner }) : await signed(digest);
  file.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1');
  return file;
}

async function signed(digest: Buffer): Promise<Uint8Array> {
  const { signer } = await authority('ec-p256', 'Outra Empresa');
  const attributes = signedAttributes(digest, signer.certificate);
  return buildSignedData(signer, attributes, await signer.sign(attributes));
}

function addToForm(update: RawUpdate, field: number): void {
  const { pdf } = update;
  const { ref, dict } = pdf.form;
  const list = pdf.resolve(dict?.get('Fields'));
  if (!(dict instanceof PdfDict) || !(list instanceof PdfArray)) throw new Error('no form');
  const [before, after] = [list.source.subarray(list.start, list.end), `${field} 0 R ]`];
  const grown = latin1(before).replace(/\]$/, ` ${after}`);
  if (ref) update.edit(ref, { Fields: grown, SigFlags: '3' });
  else {
    const form = latin1(dict.source.subarray(dict.start, dict.end)).replace(latin1(before), grown);
    update.edit(pdf.root, { AcroForm: form });
  }
}

const ID = '/ID [<c0ffee> <c0ffee>]';

/** A document of one page, which its parts may make of anything, sealed. */
export async function sealedPage(
  { owner }: Pick<Bases, 'owner'>,
  parts: { catalog?: string; page?: string; more?: (pdf: HandWrittenPdf) => unknown } = {},
): Promise<Buffer> {
  const { catalog = '', page = '/Contents 4 0 R', more } = parts;
  const pdf = new HandWrittenPdf()
    .object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
    .object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>')
    .object(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] ${page} >>`)
    .stream(4, '0 0 100 100 re f');
  more?.(pdf);
  const request = { signer: owner.signer, signingTime: NOW, reserveBytes: 4200 };
  const sealed = await sealPdf({ pdf: pdf.table(`/Root 1 0 R ${ID}`).bytes, ...request });
  return Buffer.concat(sealed.pdf);
}
