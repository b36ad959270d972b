import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { openFolderBlobStore } from '@lacre/blob-store';
import { S3Server, withS3Server } from '@lacre/blob-store/testing';
import { loadSecrets } from '@lacre/local/secrets';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { Api } from '../support/api.ts';
import { Lacre } from '../support/lacre.ts';
import { operateApart, OperatorProcess } from '../support/operator-command.ts';
import { samplePdf } from '../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
  type Account,
  type Person,
} from '../support/scenario.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 });
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Issued {
  processId: string;
  documentId: string;
  sha256: string;
}

/** What a start says that is refused. */
async function refusal(lacre: Lacre): Promise<string> {
  const words = await lacre.start().then(
    () => 'started',
    (error: unknown) => String(error),
  );
  return /O Lacre não pôde iniciar: (.*)\n/.exec(words)?.[1] ?? words;
}

async function start(account: Account, person: Person, title: string): Promise<string> {
  const { proof } = await uploadProof(account.api, await samplePdf({ title }), `${title}.pdf`);
  const made = await openProcess(account, [{ proof }], [{ person, part: 'signer' }], { summary: title });
  return made.processId;
}

async function sealed({ api }: Account, processId: string): Promise<Issued> {
  const { documents } = await processWhen(
    api,
    processId,
    (process) => process.documents.every(({ status }) => status === 'sealed'),
    'the seal',
  );
  const documentId = documents[0]?.documentId ?? '';
  const bytes = await api.bytes('downloadSealed', { processId, documentId });
  return { processId, documentId, sha256: sha256Of(bytes) };
}

/** The file is the one that was issued, and the platform calls it genuine. */
async function expectIssued({ api }: Account, { processId, documentId, sha256 }: Issued): Promise<void> {
  const bytes = await api.bytes('downloadSealed', { processId, documentId });
  expect(sha256Of(bytes)).toBe(sha256);
  const judged = await api.upload(bytes, 'contrato.pdf', 'validateDocument');
  expect(await judged.json()).toMatchObject({ verdict: 'genuine' });
}

await withS3Server('files of the product in a real S3 service', (binary) => {
  let server: S3Server;
  const installations: Lacre[] = [];
  const create = async (environment: Record<string, string> = {}) => {
    const lacre = await Lacre.create(environment);
    installations.push(lacre);
    return lacre;
  };
  const objectsIn = async (bucket: string): Promise<string[]> => {
    const all = await readdir(server.fileOf(bucket, ''), { recursive: true });
    return all.flatMap((name) => /(?:^|\/)([0-9a-f]{64})$/.exec(name)?.[1] ?? []).toSorted();
  };

  beforeAll(async () => {
    server = await S3Server.start(binary);
  });
  afterAll(async () => {
    await Promise.all(installations.map((lacre) => lacre.dispose()));
    await server.dispose();
  });

  it('seals into a bucket, waits while the service is away, and resumes when it is back', async () => {
    const environment = server.environment(server.makeBucket('lacre-prod'));
    const lacre = await create(environment);
    await lacre.start();
    const account = await openAccount(lacre.origin);
    const ana = await addPerson(account.api, 'Ana Souza');
    const first = await start(account, ana, 'Contrato de fornecimento');
    const second = await start(account, ana, 'Aditivo ao contrato');
    const signer = await personSession(lacre.origin, first, ana);
    await signAll(signer, first);
    const issued = await sealed(account, first);
    await expectIssued(account, issued);
    expect(existsSync(join(lacre.dataDir, 'blobs'))).toBe(false);

    await server.stop();
    const late = await personSession(lacre.origin, second, ana);
    await signAll(late, second);
    const refused = await account.api.upload(await samplePdf({ title: 'Perdido' }), 'perdido.pdf');
    expect([refused.status, await refused.json()]).toEqual([
      503,
      expect.objectContaining({
        code: 'SERVICE_UNAVAILABLE',
        title: 'O serviço está indisponível no momento. Tente de novo.',
      }),
    ]);
    const unread = await account.api.send('downloadSealed', {
      params: { processId: first, documentId: issued.documentId },
    });
    expect([unread.status, ((await unread.json()) as { code: string }).code]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
    ]);
    await server.start();

    await expectIssued(account, issued);
    await expectIssued(account, await sealed(account, second));
    await lacre.stop();
    const checked = await operateApart(lacre.dataDir, environment, 'fsck');
    expect(checked).toMatchObject({ status: 0, said: expect.stringContaining('Tudo confere') });

    const another = await create(environment);
    const words = await refusal(another);
    expect(words).toMatch(
      /A guarda de arquivos \(s3:\/\/lacre-prod\/ em 127\.0\.0\.1:\d+\) já é de uma instalação/,
    );
    await server.stop();
    expect(await refusal(lacre)).toMatch(/S3_URL: ninguém atende em 127\.0\.0\.1:\d+\./);
    await server.start();
  });

  it('moves files to a bucket and back, killed on the way, with nothing lost', async () => {
    const bucket = server.makeBucket('lacre-mudanca');
    const environment = server.environment(bucket);
    const { S3_URL: to = '', ...keys } = environment;
    const lacre = await create(keys);
    await lacre.start();
    const account = await openAccount(lacre.origin);
    const ana = await addPerson(account.api, 'Ana Souza');
    const processId = await start(account, ana, 'Contrato de fornecimento');
    await signAll(await personSession(lacre.origin, processId, ana), processId);
    const issued = await sealed(account, processId);
    const folder = join(lacre.dataDir, 'blobs');
    const {
      blobMasterKey: [masterKey],
    } = await loadSecrets(lacre.dataDir);
    const store = await openFolderBlobStore({ folder, masterKey });
    for (let number = 0; number < 400; number += 1) await store.put(Buffer.from(`anexo ${number}`));

    const running = await operateApart(lacre.dataDir, keys, 'blobs', 'move', '--to', to);
    expect(running).toMatchObject({ status: 1, said: expect.stringContaining('O Lacre está em uso') });
    expect(running.said).toMatch(/Conferidos, lidos de volta um a um pelo SHA-256: \d+ arquivos\./);
    await lacre.stop();
    // Of what was copied while it ran, as if it were new: most is missing again, and one file went from the source.
    await rm(server.fileOf(bucket, 'blobs'), { recursive: true });
    const all = await Array.fromAsync(store.addresses());
    const gone = await store.put(Buffer.from('apagado'));

    const killed = new OperatorProcess(lacre.dataDir, keys, 'blobs', 'move', '--to', to);
    await killed.killWhen(async () => (await objectsIn(bucket).catch(() => [])).length >= 20);
    expect((await objectsIn(bucket)).length).toBeLessThan(all.length);
    await store.remove(gone.sha256);

    const moved = await operateApart(lacre.dataDir, keys, 'blobs', 'move', '--to', to);
    expect(moved).toMatchObject({
      status: 0,
      said: expect.stringContaining(`Os arquivos agora ficam em s3://${bucket}/`),
    });
    expect(moved.said).toContain(`um a um pelo SHA-256: ${all.length} arquivos.`);
    expect(await objectsIn(bucket)).toEqual(all);

    expect(await refusal(lacre)).toMatch(
      /ficam em s3:\/\/lacre-mudanca\/ em .*, e S3_URL não está definida\. Defina S3_URL/,
    );
    const moving = await lacre.beside(environment);
    await moving.start();
    const there = { ...account, api: new Api(moving.origin, account.api.token) };
    await expectIssued(there, issued);
    await moving.stop();

    await rm(folder, { recursive: true });
    const back = await operateApart(lacre.dataDir, environment, 'blobs', 'move', '--to', 'folder');
    expect(back).toMatchObject({
      status: 0,
      said: expect.stringContaining(`agora ficam em ${folder}`),
    });
    expect(await Array.fromAsync(store.addresses())).toEqual(all);
    expect(await refusal(await lacre.beside(environment))).toContain('Retire S3_URL');
    const checked = await operateApart(lacre.dataDir, keys, 'fsck');
    expect(checked).toMatchObject({ status: 0, said: expect.stringContaining('Tudo confere') });
  });
});
