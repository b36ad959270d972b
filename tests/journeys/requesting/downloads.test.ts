import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { AnswerOf } from '@lacre/contracts';
import { readZip } from '@lacre/signer/testing/read-zip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Api } from '../../support/api.ts';
import { startClockedLacre, type ClockedLacre } from '../../support/clocked-lacre.ts';
import { messagesTo } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
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
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

type Download = AnswerOf<'getDownload'>;

let lacre: ClockedLacre;
let account: Account;
let ana: Person;

beforeAll(async () => {
  lacre = await startClockedLacre();
  account = await openAccount(lacre.origin);
  ana = await addPerson(account.api, 'Ana Souza');
}, 120_000);
afterAll(() => lacre.dispose());

/** A process that Ana has signed, all of it sealed. */
async function sealedProcess(summary: string, ...names: string[]): Promise<string> {
  const documents = [];
  for (const name of names)
    documents.push(await uploadProof(account.api, await samplePdf({ title: name, pages: 1 }), name));
  const { processId } = await openProcess(account, documents, [{ person: ana, part: 'signer' }], { summary });
  await signAll(await personSession(lacre.origin, processId, ana), processId);
  await processWhen(account.api, processId, ({ status }) => status === 'finished', `${summary} to be sealed`);
  return processId;
}

const downloadWhen = (downloadId: string, state: Download['state']): Promise<Download> =>
  until(`the download to be ${state}`, async () => {
    const download = await account.api.call('getDownload', { params: { downloadId } });
    return download.state === state ? download : undefined;
  });

/** Where the embedded default keeps these bytes. */
function storedAt(bytes: Uint8Array): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return join(lacre.dataDir, 'blobs', 'blobs', sha256.slice(0, 2), sha256.slice(2, 4), sha256);
}

describe('a download of two processes', () => {
  let processIds: string[];
  let asked: AnswerOf<'requestDownload'>;
  let ready: Download;

  beforeAll(async () => {
    processIds = [
      await sealedProcess('Locação: galpão', 'Contrato.pdf', 'Anexo único.pdf'),
      await sealedProcess('Locação: galpão', 'Contrato.pdf'),
    ];
  }, 60_000);

  it('is asked for once, however often the request is repeated', async () => {
    const request = { idempotencyKey: randomUUID(), body: { processIds, description: 'Contratos do mês' } };
    const answers = await Promise.all([1, 2, 3].map(() => account.api.call('requestDownload', request)));
    asked = answers[0] as AnswerOf<'requestDownload'>;
    expect(answers).toEqual([asked, asked, asked]);
    expect(asked).toMatchObject({ fileCount: 3 });
    const query = { 'min-position': asked.position };
    expect((await account.api.call('listDownloads', { query })).total).toBe(1);
  });

  it('is prepared, kept for seven days, and announced by e-mail', async () => {
    ready = await downloadWhen(asked.downloadId, 'ready');
    expect(ready).toMatchObject({ description: 'Contratos do mês', progress: 100, processIds, fileCount: 3 });
    const keptMs = Date.parse(ready.expiresAt ?? '') - Date.parse(ready.readyAt ?? '');
    expect(keptMs / 86_400_000).toBeCloseTo(7, 3);
    const message = await until('the message', async () =>
      (await messagesTo(lacre.origin, account.email)).find(({ subject }) =>
        subject.startsWith('Download pronto'),
      ),
    );
    expect(message.subject).toBe('Download pronto: Contratos do mês');
    expect(message.text).toContain(`${lacre.origin}/downloads`);
    expect(message.text).toContain('Documentos: 3');
  });

  it('holds every sealed document, each genuine', async () => {
    const zip = Buffer.from(await account.api.bytes('downloadArchive', { downloadId: asked.downloadId }));
    expect(zip.length).toBe(ready.sizeBytes);
    const [readme, ...files] = readZip(zip);
    expect(readme?.path).toBe('LEIA-ME.txt');
    expect(files.map(({ path }) => path)).toEqual([
      'Locação_ galpão/Contrato-assinado.pdf',
      'Locação_ galpão/Anexo único-assinado.pdf',
      'Locação_ galpão (2)/Contrato-assinado.pdf',
    ]);
    for (const { path, bytes } of files) {
      const reply = await new Api(lacre.origin).upload(bytes, path, 'validateDocument');
      const { verdict, document, sha256 } = (await reply.json()) as AnswerOf<'validateDocument'>;
      expect(verdict, path).toBe('genuine');
      expect(readme?.bytes.toString()).toContain(sha256);
      expect(readme?.bytes.toString()).toContain(document?.validationCode);
    }
  });

  it('answers 404 to another tenant', async () => {
    const other = await openAccount(lacre.origin, 'Outra conta');
    const params = { downloadId: asked.downloadId };
    expect(await other.api.refused('getDownload', { params })).toBe('DOWNLOAD_NOT_FOUND');
    expect(await other.api.refused('downloadArchive', { params })).toBe('DOWNLOAD_NOT_FOUND');
    expect((await other.api.call('listDownloads')).total).toBe(0);
    expect(await other.api.refused('requestDownload', { body: { processIds } })).toBe(
      'SIGNATURE_PROCESS_NOT_FOUND',
    );
    const visitor = new Api(lacre.origin);
    expect(await visitor.refused('downloadArchive', { params })).toBe('AUTH_NO_TOKEN_PROVIDED');
    const signer = await personSession(lacre.origin, processIds[0] ?? '', ana);
    expect(await signer.refused('downloadArchive', { params })).toBe('AUTH_USER_WITHOUT_PERMISSION');
  });

  it('expires after seven days, and can be requested anew', async () => {
    const params = { downloadId: asked.downloadId };
    lacre.advance(6.9);
    expect((await account.api.call('getDownload', { params })).state).toBe('ready');
    const stored = storedAt(await account.api.bytes('downloadArchive', params));
    expect(existsSync(stored)).toBe(true);
    lacre.advance(0.2);
    expect(await account.api.refused('downloadArchive', { params })).toBe('DOWNLOAD_EXPIRATION_AUTO_DELETE');
    expect((await account.api.call('getDownload', { params })).state).toBe('expired');
    await until('the zip to be removed', async () => (existsSync(stored) ? undefined : true));

    const again = await account.api.call('requestDownload', { body: { processIds } });
    expect(again.downloadId).not.toBe(asked.downloadId);
    await downloadWhen(again.downloadId, 'ready');
    const zip = await account.api.bytes('downloadArchive', { downloadId: again.downloadId });
    expect(readZip(Buffer.from(zip))).toHaveLength(4);
  });
});

it('is refused for unsealed documents', async () => {
  const document = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'pendente.pdf');
  const { processId } = await openProcess(account, [document], [{ person: ana, part: 'signer' }]);
  expect(await account.api.refused('requestDownload', { body: { processIds: [processId] } })).toBe(
    'DOCUMENT_NOT_SEALED',
  );
});
