import { createHash } from 'node:crypto';

import { streams } from '@lacre/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readProcess, type ProcessRecord } from '../../process/process-record.ts';
import { appendToProcess, completedProcess, type TestProcess } from '../../testing/completed-process.ts';
import { samplePdf } from '../../testing/pdfs/sample-pdfs.ts';
import { openTestSigner, type TestSigner } from '../../testing/test-signer.ts';
import { participantsOf } from '../evidence-facts.ts';
import { readEventChain, type ReadChain } from './event-chain.ts';
import { readEvidenceKey } from './evidence-key.ts';

let test: TestSigner;
beforeAll(async () => {
  test = await openTestSigner();
});
afterAll(() => test.close());

async function recordOf({ processId }: TestProcess): Promise<ProcessRecord> {
  const record = await readProcess(test.signer.log, processId);
  if (!record) throw new Error('the process is there');
  return record;
}
const chainOf = async (process: TestProcess): Promise<ReadChain> =>
  readEventChain(test.signer, await recordOf(process), process.documentId);
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the chain of a process', () => {
  it('hashes every event with all before it', async () => {
    const { head, events } = await chainOf(await completedProcess(test, await samplePdf()));
    expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4]);
    let link = '0'.repeat(64);
    for (const event of events) {
      expect(sha256(event.canonical ?? '')).toBe(event.sha256);
      link = sha256(link + event.sha256);
    }
    expect(head).toBe(link);
  });

  it('holds no CPF, e-mail or other masked value, and discloses what the pages state', async () => {
    const { events, document } = await chainOf(await completedProcess(test, await samplePdf()));
    const text = JSON.stringify([events, document]);
    for (const hidden of ['52998224725', 'pessoa0@exemplo.com.br']) expect(text).not.toContain(hidden);
    const disclosed = events.flatMap(({ disclosures }) =>
      disclosures.map((one) => JSON.parse(one) as string[]),
    );
    expect(disclosed.map(([, pointer]) => pointer)).toContain('/data/client/ip');
    expect(disclosed.map(([, , value]) => value)).toContain('Ana Beatriz Souza Lima');
    for (const { canonical, disclosures } of events)
      for (const disclosure of disclosures) {
        const { commitments } = JSON.parse(canonical ?? '{}') as { commitments: Record<string, string> };
        expect(commitments[(JSON.parse(disclosure) as string[])[1] ?? '']).toBe(sha256(disclosure));
      }
  });

  it('is the same after a person is erased, whose values it discloses no more', async () => {
    const process = await completedProcess(test, await samplePdf());
    const before = await chainOf(process);
    const [personId = ''] = process.personIds;
    expect(JSON.stringify(before.events)).toContain('Ana Beatriz');
    await test.signer.personalDataKeys.destroy(personId);
    const after = await chainOf(process);
    expect(after.head).toBe(before.head);
    expect(JSON.stringify(after.events)).not.toContain('Ana Beatriz');
    const key = await readEvidenceKey(test.signer, await recordOf(process), process.documentId, undefined);
    expect(key.people.find((one) => one.personId === personId)).toMatchObject({ key: null, values: [] });
    expect(key.people.filter((one) => one.key !== null)).toHaveLength(2);
  });

  it('holds of other documents and of tags their hashes alone', async () => {
    const process = await completedProcess(test, await samplePdf());
    const { processId, tenantId } = process;
    const other = '0198c5a0-7d1e-7c3a-9f52-3b1d2c4e5f60';
    await appendToProcess(test, process, [
      { type: 'DocumentCanceled', data: { processId, tenantId, documentId: other } },
      { type: 'ProcessTagged', data: { processId, tenantId, tagId: other } },
    ]);
    const { events } = await chainOf(process);
    expect(events.slice(-2).map(({ canonical, disclosures }) => [canonical, disclosures])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(JSON.stringify(events)).not.toContain(other);
    expect(JSON.parse(events[0]?.canonical ?? '{}')).not.toHaveProperty('data.documents.0.name');
  });
});

it('names the address of each code, masked, and the class that follows from it', async () => {
  const process = await completedProcess(test, await samplePdf());
  const record = await recordOf(process);
  const chain = await chainOf(process);
  const [ana] = participantsOf(record, process.documentId, chain);
  expect(ana?.contact).toMatchObject({ channel: 'email', masked: 'p***@exemplo.com.br' });
  expect(ana?.contact?.commitment).toEqual(
    chain.commitmentAt(ana?.event?.eventId ?? '', '/data/contactProof/address'),
  );
  expect(ana?.contact?.commitment).not.toBeNull();
  expect(ana?.claim).toMatchObject({ class: 'advanced', rule: 'session-code' });
});

describe('the key of the evidence', () => {
  it('opens a person’s own values for that person, and all for the tenant', async () => {
    const process = await completedProcess(test, await samplePdf());
    const { tenantId, processId, documentId, personIds } = process;
    const url = `/api/process/${processId}/document/${documentId}/evidence-key`;
    const [ana = ''] = personIds;
    const own = await test.app.inject({ url, headers: { authorization: test.asPerson(tenantId, ana) } });
    expect(own.statusCode).toBe(200);
    const { people } = own.json<{ people: { personId: string; values: { value: string }[] }[] }>();
    expect(people.map(({ personId }) => personId)).toEqual([ana]);
    expect(people[0]?.values.map(({ value }) => value)).toContain('52998224725');
    const all = await test.app.inject({ url, headers: { authorization: test.asUser(tenantId) } });
    expect(all.json<{ people: { personId: string }[] }>().people.map(({ personId }) => personId)).toEqual(
      personIds,
    );
    const stranger = await test.app.inject({ url, headers: { authorization: test.asUser(documentId) } });
    expect(stranger.statusCode).toBe(404);
  });

  it('opens commitments of its own process alone', async () => {
    const process = await completedProcess(test, await samplePdf());
    const [ana = ''] = process.personIds;
    const key = await readEvidenceKey(test.signer, await recordOf(process), process.documentId, ana);
    const known = (await test.signer.personalDataKeys.forReading([ana])).get(ana);
    if (known === undefined || known === 'erased') throw new Error('the key is there');
    expect(key.people[0]?.key).toBe(known.commitmentKey(streams.process(process.processId)).toString('hex'));
    expect(key.people[0]?.key).not.toBe(known.commitmentKey(streams.process(ana)).toString('hex'));
  });
});
