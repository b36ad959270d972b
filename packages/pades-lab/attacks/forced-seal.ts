import { createHash } from 'node:crypto';

import type { SealSigner } from '@lacre/pades';
import { buildSignedData, canonicalSignature, signedAttributes } from '@lacre/pades/cms';
import { signaturePlaceholder } from '@lacre/pades/seal';

import { NOW } from '../fixtures/authorities.ts';

export interface ForcedSeal {
  /** Offset of the newest section of the document. */
  readonly previous: number;
  /** First number that is free; three are used. */
  readonly firstNumber: number;
  /** Number and keys of the catalog, which is written again with a form, unless they have one that lists the field. */
  readonly catalog?: number;
  readonly catalogKeys?: string;
  /** More keys of the trailer. */
  readonly trailer?: string;
}

/**
 * Seals a document of any kind, even one that our own writer refuses: what an older or careless writer
 * could have been made to do. The seal itself is cryptographically perfect.
 */
export async function forcedSeal(file: Buffer, signer: SealSigner, seal: ForcedSeal): Promise<Buffer> {
  const { previous, firstNumber, catalog = 1, catalogKeys = '/Pages 2 0 R', trailer = '' } = seal;
  const [signature, field] = [firstNumber, firstNumber + 1];
  const placeholder = signaturePlaceholder({ signingTime: NOW }, true, 3000);
  const parts: Buffer[] = [];
  let length = file.length;
  const offsets = new Map<number, number>();
  const push = (text: string | Buffer): void => {
    const bytes = Buffer.from(text);
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (num: number, body: string | Buffer): void => {
    offsets.set(num, length);
    push(`${num} 0 obj\n`);
    push(body);
    push('\nendobj\n');
  };
  const bodyAt = length + `${signature} 0 obj\n`.length;
  object(signature, placeholder.body);
  object(
    field,
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Selo) /V ${signature} 0 R /F 132 /Rect [0 0 0 0] >>`,
  );
  const form = catalogKeys.includes('/AcroForm') ? '' : `/AcroForm << /Fields [${field} 0 R] /SigFlags 3 >>`;
  object(catalog, `<< /Type /Catalog ${catalogKeys} ${form} >>`);
  const xref = length;
  push('xref\n');
  for (const [num, offset] of [...offsets].toSorted(([a], [b]) => a - b)) {
    push(`${num} 1\n${String(offset).padStart(10, '0')} 00000 n \n`);
  }
  push(`trailer\n<< /Size ${firstNumber + 3} /Root ${catalog} 0 R /Prev ${previous} ${trailer} >>\n`);
  push(`startxref\n${xref}\n%%EOF\n`);
  const whole = Buffer.concat([file, ...parts]);
  const start = bodyAt + placeholder.contentsStart;
  const end = start + placeholder.contentsLength;
  whole.write(`[0 ${start} ${end} ${whole.length - end}]`, bodyAt + placeholder.byteRangeStart, 'latin1');
  const digest = createHash('sha256').update(whole.subarray(0, start)).update(whole.subarray(end)).digest();
  const attributes = signedAttributes(digest, signer.certificate);
  const cms = buildSignedData(
    signer,
    attributes,
    canonicalSignature(signer.certificate.publicKey, await signer.sign(attributes)),
  );
  whole.write(cms.toString('hex'), start + 1, 'latin1');
  return whole;
}
