import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { s3ServerPath } from '@lacre/blob-store/testing';

import { BASE } from './debian-base.ts';
import type { Engine } from './engine.ts';
import { ADDRESSES, runContainer } from './run-container.ts';

const BUCKET = 'lacre';
const S3_PORT = 7070;

/** One NATS server of the cluster that `names` are. */
export async function startNats(engine: Engine, name: string, names: readonly string[]): Promise<void> {
  await runContainer(engine, name, BASE, {
    mounts: [`${await natsProgram()}:/nats-server:ro`],
    command: [
      '/nats-server',
      `--name=${name}`,
      '--jetstream',
      '--store_dir=/tmp/jetstream',
      '--cluster_name=lacre',
      '--cluster=nats://0.0.0.0:6222',
      `--routes=${names.map((other) => `nats://${other}:6222`).join(',')}`,
      '--http_port=8222',
    ],
  });
}

/** Where Debian puts it. */
async function natsProgram(): Promise<string> {
  for (const folder of ['/usr/sbin', '/usr/bin', '/usr/local/bin'])
    if ((await readdir(folder)).includes('nats-server')) return join(folder, 'nats-server');
  throw new Error('nats-server is not installed (Debian: nats-server)');
}

/**
 * An S3 service with a bucket, in a container named `s3`.
 *
 * @returns the settings that lead to it
 */
export async function startS3(
  engine: Engine,
  { folder, secret }: { folder: string; secret: string },
): Promise<Record<string, string>> {
  const buckets = join(folder, 's3', 'buckets');
  await mkdir(join(buckets, BUCKET), { recursive: true });
  await mkdir(join(folder, 's3', 'attributes'));
  const region = 'sa-east-1';
  const keys = { S3_ACCESS_KEY_ID: 'lacre', S3_SECRET_ACCESS_KEY: secret };
  await runContainer(engine, 's3', BASE, {
    address: ADDRESSES.s3,
    mounts: [`${await s3ServerPath()}:/versitygw:ro`, `${join(folder, 's3')}:/s3`],
    command: [
      '/versitygw',
      `--access=${keys.S3_ACCESS_KEY_ID}`,
      `--secret=${keys.S3_SECRET_ACCESS_KEY}`,
      `--region=${region}`,
      `--port=:${S3_PORT}`,
      'posix',
      '--sidecar=/s3/attributes',
      '/s3/buckets',
    ],
  });
  const endpoint = `http://${ADDRESSES.s3}:${S3_PORT}`;
  return { S3_URL: `s3://${BUCKET}/?endpoint=${endpoint}&region=${region}`, ...keys };
}
