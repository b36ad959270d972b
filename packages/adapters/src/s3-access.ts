import type { S3Credentials } from '@lacre/blob-store/s3';

import { WrongEnvironment, type Environment } from './environment.ts';

export type S3Settings = Partial<Pick<Environment, 'S3_URL' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'>>;

/** @throws WrongEnvironment when a bucket is named and either key is absent */
export function s3CredentialsOf(settings: S3Settings): S3Credentials | undefined {
  const { S3_URL: url, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (url === undefined) return undefined;
  if (accessKeyId !== undefined && secretAccessKey !== undefined) return { accessKeyId, secretAccessKey };
  const absent = accessKeyId === undefined ? 'S3_ACCESS_KEY_ID' : 'S3_SECRET_ACCESS_KEY';
  throw new WrongEnvironment([{ name: absent, words: 'falta, e S3_URL não serve sem ela' }]);
}
