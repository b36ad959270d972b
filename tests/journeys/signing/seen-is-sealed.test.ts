import { createHash } from 'node:crypto';

import { streams, type DataOf } from '@lacre/contracts';
import { readAttachments, readPdf } from '@lacre/pades';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { Api } from '../../support/api.ts';
import { Lacre } from '../../support/lacre.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  requestOf,
  uploadProof,
  type Account,
  type Person,
} from '../../support/scenario.ts';
import { insideOf } from '../../support/stopped-lacre.ts';

let lacre: Lacre;
let account: Account;
let people: Person[];

beforeAll(async () => {
  lacre = await Lacre.create();
  await lacre.start();
  account = await openAccount(lacre.origin);
  people = [await addPerson(account.api, 'Ana Souza Lima'), await addPerson(account.api, 'Rui Barbosa')];
}, 120_000);
afterAll(() => lacre.dispose());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What people upload and what they are shown differ here: a script goes, and an old revision. */
async function withScript(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await samplePdf({ title: 'Contrato' }));
  document.addJavaScript('abrir', 'app.alert("leia")');
  return document.save({ useObjectStreams: false });
}

/** Reads the document as the person is shown it, and signs by the hash of those very bytes. */
async function readAndSign(
  person: Api,
  processId: string,
): Promise<{ documentId: string; seen: Uint8Array }> {
  const [document] = (await requestOf(person, processId)).documents;
  if (document === undefined) throw new Error('there is nothing to sign');
  const { documentId, signatureId } = document;
  const seen = await person.bytes('readDocument', { processId, documentId });
  const consent = { accepted: true, termsVersion: '2026-11' };
  const other = Uint8Array.from(seen);
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1;
  const signing = (bytes: Uint8Array) => ({
    body: { signatures: [{ signatureId, documentId, documentSha256: sha256(bytes) }], consent },
  });
  expect(await person.refused('sign', signing(other))).toBe('DOCUMENT_HASH_MISMATCH');
  await person.call('sign', signing(seen));
  return { documentId, seen };
}

async function signAndSeal(source: Uint8Array, name: string) {
  const upload = await uploadProof(account.api, source, name);
  const asked = people.map((person) => ({ person, part: 'signer' as const }));
  const { processId } = await openProcess(account, [upload], asked);
  const copies: Uint8Array[] = [];
  let documentId = '';
  for (const person of people) {
    const read = await readAndSign(await personSession(lacre.origin, processId, person), processId);
    copies.push(read.seen);
    documentId = read.documentId;
  }
  await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const sealed = await account.api.bytes('downloadSealed', { processId, documentId });
  return { upload, processId, documentId, copies, sealed };
}

it(
  'shows signers the very bytes that are sealed, and records what each of them saw',
  { timeout: 240_000 },
  async () => {
    const source = await withScript();
    const first = await signAndSeal(source, 'contrato.pdf');
    // A PDF that is signed already, as which our own will do: not a byte of it is changed.
    const second = await signAndSeal(first.sealed, 'contrato-assinado.pdf');
    expect(first.upload).toMatchObject({
      sourceSha256: sha256(source),
      normalised: true,
      alreadySigned: false,
    });
    expect(first.upload.sha256).not.toBe(first.upload.sourceSha256);
    expect(second.upload).toMatchObject({
      sha256: sha256(first.sealed),
      sourceSha256: sha256(first.sealed),
      signatures: [
        { trust: 'platform', state: 'sound', sealed: { documentName: 'contrato.pdf' } },
        { kind: 'document-time-stamp', state: 'sound' },
      ],
      normalised: false,
      alreadySigned: true,
    });
    for (const { upload, copies, sealed } of [first, second]) {
      expect(copies.map(sha256)).toEqual([upload.sha256, upload.sha256]);
      const seen = copies[0] as Uint8Array;
      expect(seen.length).toBe(upload.sizeBytes);
      expect(Buffer.from(sealed.subarray(0, seen.length)).equals(seen)).toBe(true);
      expect(sealed.length).toBeGreaterThan(seen.length);
      // The document as it was shown is a saved state of the sealed file, not only its first bytes.
      expect(readPdf(sealed).revisions.map(({ end }) => end)).toContain(seen.length);
    }
    const evidence = readAttachments(readPdf(first.sealed)).find(({ name }) => name === 'evidence.json');
    expect(Buffer.from(evidence?.read() ?? []).toString()).toContain(first.upload.sha256);
    await lacre.stop();
    for (const one of [first, second]) {
      const saw = await recordedHashes(one.processId, one.documentId);
      expect(saw).toEqual({ created: one.upload.sha256, signed: [one.upload.sha256, one.upload.sha256] });
    }
  },
);

/** With the product stopped: what its log says was shown, and seen. */
async function recordedHashes(processId: string, documentId: string) {
  return insideOf(lacre.dataDir, async ({ eventStore }) => {
    const events = await Array.fromAsync(eventStore.readAll({ after: 'start', limit: 100_000 }));
    const own = events.filter(({ stream }) => stream === streams.process(processId));
    const created = own.find(({ type }) => type === 'ProcessCreated')
      ?.data as unknown as DataOf<'ProcessCreated'>;
    const signed = own
      .filter(({ type }) => type === 'SignatureSigned')
      .map(({ data }) => data as unknown as DataOf<'SignatureSigned'>);
    return {
      created: created.documents.find((document) => document.documentId === documentId)?.sha256,
      signed: signed.map(({ documentSha256 }) => documentSha256),
    };
  });
}
