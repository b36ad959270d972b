import { randomUUID } from 'node:crypto';

import { BlobStoreUnavailable } from '@lacre/blob-store';
import { readS3Address, S3Bucket, S3Error, type S3Credentials } from '@lacre/blob-store/s3';

import { EngineRefused } from './fault-words.ts';

/** By the service's own code. */
const REFUSALS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'S3_ACCESS_KEY_ID não é conhecida pelo serviço',
  // Of Versity S3 Gateway.
  XAdminUserNotFound: 'S3_ACCESS_KEY_ID não é conhecida pelo serviço',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY está errada',
  AccessDenied:
    'as chaves não dão os direitos do Lacre neste bucket: s3:GetObject, s3:PutObject, s3:DeleteObject, s3:ListBucket e s3:AbortMultipartUpload',
  NoSuchBucket: 'o bucket não existe: crie-o antes',
  PermanentRedirect: 'o bucket fica em outra região ou endereço (region, endpoint)',
  AuthorizationHeaderMalformed: 'region não é a região do bucket',
  RequestTimeTooSkewed: 'o relógio deste servidor e o do serviço diferem demais',
};

/**
 * Whether objects can be kept there, and are never overwritten: one is written, refused a second time, read, and taken
 * away.
 *
 * @throws EngineRefused, BlobStoreUnavailable
 */
export async function askS3(url: string, credentials: S3Credentials | undefined): Promise<void> {
  if (credentials === undefined) throw new EngineRefused('faltam S3_ACCESS_KEY_ID e S3_SECRET_ACCESS_KEY');
  const bucket = new S3Bucket(readS3Address(url), credentials, { triedForMs: 0 });
  const key = `.probe-${randomUUID()}`;
  const content = Buffer.from('lacre');
  try {
    await bucket.put(key, content, { replaces: false });
    try {
      if (await bucket.put(key, content, { replaces: false }))
        throw new EngineRefused(
          'o serviço sobrescreve objetos que deveria recusar (If-None-Match): o Lacre pede um que os recuse',
        );
      const read = await bucket.read(key);
      if (read?.equals(content) !== true)
        throw new EngineRefused('o serviço não devolve o que foi guardado nele');
      for await (const listed of bucket.keys(key)) if (listed === key) return;
      throw new EngineRefused('o serviço não lista o que foi guardado nele');
    } finally {
      await bucket.remove(key);
    }
  } catch (error) {
    const cause = error instanceof BlobStoreUnavailable ? error.cause : undefined;
    const words = cause instanceof S3Error ? REFUSALS[cause.code] : undefined;
    if (words !== undefined) throw new EngineRefused(words);
    if (cause instanceof S3Error) throw new EngineRefused(`o serviço respondeu com um erro (${cause.code})`);
    throw error;
  }
}
