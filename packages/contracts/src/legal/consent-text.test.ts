import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { CONSENT_SHA256, CONSENT_STATEMENT, consentText, termsSections } from './consent-text.ts';
import { TERMS_VERSIONS } from './terms.ts';

it.each(TERMS_VERSIONS)(
  'version %s hashes to what signatures record: a text once accepted never changes',
  (version) => {
    expect(createHash('sha256').update(consentText(version)).digest('hex')).toBe(CONSENT_SHA256[version]);
  },
);

it('is the statement that is ticked and every section of its version', () => {
  const text = consentText('2026-11');
  expect(text).toContain(CONSENT_STATEMENT.join(''));
  for (const { title, paragraphs } of termsSections('2026-11'))
    for (const part of [title, ...paragraphs]) expect(text).toContain(part);
  expect(text).not.toContain('consentimento e dizemos');
});
