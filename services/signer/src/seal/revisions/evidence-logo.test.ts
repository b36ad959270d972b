import { randomUUID } from 'node:crypto';

import { streams, type DataOf } from '@lacre/contracts';
import { readPdf } from '@lacre/pades';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { completedProcess } from '../../testing/completed-process.ts';
import { samplePdf } from '../../testing/pdfs/sample-pdfs.ts';
import { pngLogo } from '../../testing/sample-logos.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';
import { openFile } from '../open-file.ts';
import { sealDocument } from '../seal-document.ts';
import { readSealRecord, sealedFile } from '../seal-record.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

type Changed = Pick<DataOf<'TenantImageChanged'>, 'name' | 'image'>;

/** How many pictures the sealed file of a tenant has, after its images were changed so. */
async function picturesAfter(...changes: readonly Changed[]): Promise<number> {
  const process = await completedProcess(test, await samplePdf());
  const { tenantId, processId, documentId } = process;
  const events = changes.map((change) => ({
    id: randomUUID(),
    type: 'TenantImageChanged',
    data: { tenantId, ...change },
    metadata: {
      occurredAt: '2026-11-21T14:00:00.000Z',
      correlationId: randomUUID(),
      schemaVersion: 1,
      tenantId,
      actor: { kind: 'user', id: randomUUID(), name: 'Carlos Menezes' },
    },
  }));
  if (events.length > 0)
    await test.signer.eventStore.append(streams.tenant(tenantId), events, { expected: 'noStream' });
  await sealDocument(test.signer, processId, documentId);
  const file = sealedFile(await readSealRecord(test.signer.log, documentId));
  const { pdf } = await openFile(test.signer.blobs, file?.parts ?? []);
  const sealed = readPdf(pdf);
  return [...sealed.objectNumbers()].filter((num) => {
    const value = sealed.object(num);
    if (value === null || typeof value !== 'object' || !('data' in value)) return false;
    const subtype = value.dict.get('Subtype');
    return subtype !== null && typeof subtype === 'object' && 'name' in subtype && subtype.name === 'Image';
  }).length;
}

it('is drawn on the evidence pages as the tenant’s present one', async () => {
  const logo = Buffer.from(pngLogo(60, 20, () => [94, 53, 230, 255]));
  const { sha256 } = await test.signer.blobs.put(logo);
  const image = { sha256, mediaType: 'image/png' } as const;
  const without = await picturesAfter();
  const withLogo = await picturesAfter({ name: 'logo', image });
  expect(withLogo).toBeGreaterThan(without);
  expect(await picturesAfter({ name: 'bg', image })).toBe(without);
  expect(await picturesAfter({ name: 'logo', image }, { name: 'logo' })).toBe(without);
});

it('does not delay a document when its file is missing', async () => {
  const image = { sha256: 'a'.repeat(64), mediaType: 'image/png' } as const;
  expect(await picturesAfter({ name: 'logo', image })).toBe(await picturesAfter());
});
