import { createCipheriv, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { toPfx } from '@lacre/pades-lab/fixtures/authorities';
import { onePage } from '@lacre/pades-lab/fixtures/hand-written-pdf';
import { crlOf, ocspFor } from '@lacre/pades-lab/fixtures/long-term';
import { PDFDocument, StandardFonts } from 'pdf-lib';

import { createLocalAuthority, type SealKeyType } from '../src/keys/local-authority.ts';

/** Keys, certificates and revocation data of one authority, in files that every library can read. */
export interface Material {
  /** JSON of a LocalAuthorityPem. */
  readonly authority: string;
  readonly pfx: string;
  readonly password: string;
  /** PEM. */
  readonly sealKey: string;
  readonly sealCertificate: string;
  readonly issuers: string;
  readonly stampKey: string;
  readonly stampCertificate: string;
  /** DER: responses about the seal's and the time stamps' certificate, and the root's CRL. */
  readonly sealOcsp: string;
  readonly stampOcsp: string;
  readonly crl: string;
}

/** Makes an authority and writes all of it into a folder. */
export async function makeMaterial(folder: string, keyType: SealKeyType): Promise<Material> {
  const now = new Date();
  const authorityUrl = 'http://ac.exemplo.com.br';
  const held = await createLocalAuthority({ organization: 'Bench', now, keyType, authorityUrl });
  const pem = held.toPem();
  const password = randomBytes(8).toString('hex');
  const write = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, `${keyType}.${name}`);
    writeFileSync(path, content);
    return path;
  };
  return {
    authority: write('authority.json', JSON.stringify(pem)),
    // The older encryption is the one that all libraries of Node can open.
    pfx: write('pfx', toPfx(held, password, ['-legacy'])),
    password,
    sealKey: write('seal-key.pem', pem.sealKey),
    sealCertificate: write('seal.pem', pem.sealCertificate),
    issuers: write('issuers.pem', pem.issuingCertificate + pem.rootCertificate),
    stampKey: write('stamp-key.pem', pem.timeStampingKey),
    stampCertificate: write('stamp.pem', pem.timeStampingCertificate),
    sealOcsp: write('seal.ocsp', await ocspFor(held, held.seal.certificate, now)),
    stampOcsp: write('stamp.ocsp', await ocspFor(held, held.timeStamping.certificate, now)),
    crl: write('crl', await crlOf(held.root, now)),
  };
}

/** One page and a stream of bytes that nothing compresses, with a table that @signpdf can read. */
function noiseOf(sizeBytes: number): Buffer {
  const zeros = Buffer.alloc(sizeBytes);
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(zeros);
  return onePage().stream(5, noise, '/Type /XObject /Subtype /Form /BBox [0 0 1 1]').table('/Root 1 0 R')
    .bytes;
}

async function manyPages(count: number): Promise<Buffer> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= count; number += 1) {
    document.addPage([595, 842]).drawText(`Página ${number}`, { font, size: 18, x: 60, y: 760 });
  }
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** The documents that are sealed, by what is said of them. */
export const DOCUMENTS = {
  '100 KB': async () => noiseOf(100_000),
  '10 MB': async () => noiseOf(10_000_000),
  '30 MB': async () => noiseOf(30_000_000),
  '2,000 pages': () => manyPages(2000),
} as const;

export type DocumentName = keyof typeof DOCUMENTS;
