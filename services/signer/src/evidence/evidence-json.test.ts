import { readFile } from 'node:fs/promises';

import { CONSENT_SHA256, TERMS_VERSION } from '@lacre/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { HARD_FACTS } from '../testing/hard-facts.ts';
import { sampleFace, sampleFacts } from '../testing/sample-facts.ts';
import { evidenceDocument, evidenceJson, evidenceSchema } from './evidence-json.ts';

const SCHEMA = new URL('../../evidence.schema.json', import.meta.url);

it('states the same as the pages, with references to the log', () => {
  const facts = sampleFacts(4);
  const stated = evidenceDocument.parse(JSON.parse(evidenceJson(facts).toString('utf8')));
  const { logo: _logo, ...all } = facts;
  // The chain discloses what else is stated.
  const participants = all.participants.map(({ stated: _stated, ...told }) => told);
  expect(stated).toEqual({ version: 10, ...all, participants });
  expect(stated.participants[1]).toMatchObject({
    methods: [{ kind: 'email-code' }, { kind: 'location' }, { kind: 'face', ...sampleFace }],
    claim: { class: 'simple', rule: 'unfrozen-contact' },
    documentSha256: facts.document.sha256,
    consent: { termsVersion: TERMS_VERSION, textSha256: CONSENT_SHA256[TERMS_VERSION] },
    event: { eventId: '5f3e1f6c-9a52-4a54-9d4c-00000000e002', revision: 2, position: '4713' },
  });
});

it('is the same for the same facts, and has no logo', () => {
  const facts = sampleFacts(2);
  const plain = evidenceJson(facts);
  expect(Buffer.compare(evidenceJson({ ...facts, logo: new Uint8Array(5000) }), plain)).toBe(0);
});

it.each(Object.keys(HARD_FACTS))('states %s', (name) => {
  const facts = HARD_FACTS[name]?.() ?? sampleFacts(1);
  const stated = evidenceDocument.parse(JSON.parse(evidenceJson(facts).toString('utf8')));
  expect(stated.participants.map((person) => person.name)).toEqual(
    facts.participants.map(({ name: own }) => own),
  );
});

it('never states a whole CPF', () => {
  const facts = sampleFacts(1);
  const bare = facts.participants.map((person) => Object.assign(person, { cpf: '529.982.247-25' }));
  expect(() => evidenceJson({ ...facts, participants: bare })).toThrow(z.ZodError);
});

it('is described for others by the JSON Schema beside the service', async () => {
  expect(JSON.parse(await readFile(SCHEMA, 'utf8'))).toEqual(JSON.parse(JSON.stringify(evidenceSchema())));
});
