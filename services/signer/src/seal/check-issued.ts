import { createHash } from 'node:crypto';

import type { BlobStore } from '@lacre/blob-store';
import { validatePdf, type Certificate, type TrustedSealCertificate } from '@lacre/pades';

import { joinedBlobs } from '../files/joined-blobs.ts';
import { rememberedCertificates } from '../keys/certificate-register.ts';

/** Whose seals and time stamps an installation believes. */
export interface SealTrust {
  trustedSealCertificates: readonly TrustedSealCertificate[];
  trustAnchors: readonly Certificate[];
}

/** The certificates that an installation keeps; nothing is made or renewed by looking. */
export async function readSealTrust(keysFolder: string): Promise<SealTrust> {
  const stamping = await rememberedCertificates(keysFolder, 'time-stamp');
  return {
    trustedSealCertificates: await rememberedCertificates(keysFolder, 'seal'),
    trustAnchors: stamping.map(({ certificate, chain }) => chain.at(-1) ?? certificate),
  };
}

/** A sealed file as an event of the log says it was issued. */
export interface IssuedFile {
  parts: readonly string[];
  sha256: string;
  sizeBytes: number;
  level: string;
}

/**
 * What is wrong with a file that was issued, in Portuguese; undefined when it is what the log says, byte by byte, and its
 * seal holds at its level.
 */
export async function problemOfIssued(
  blobs: BlobStore,
  trust: SealTrust,
  { parts, sha256, sizeBytes, level }: IssuedFile,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of joinedBlobs(blobs, parts) as AsyncIterable<Buffer>) chunks.push(chunk);
  const file = Buffer.concat(chunks);
  if (file.length !== sizeBytes) return `tem ${file.length} bytes, e não ${sizeBytes}`;
  if (createHash('sha256').update(file).digest('hex') !== sha256) return 'não é o que foi selado';
  const { verdict, reasons, report } = await validatePdf(file, trust);
  if (verdict !== 'intact' && verdict !== 'unsound-inside')
    return `o selo não confere (${reasons.map(({ code }) => code).join(', ')})`;
  return report.level === level ? undefined : `o selo prova ${report.level}, e não ${level}`;
}
