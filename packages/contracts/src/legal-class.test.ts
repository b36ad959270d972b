import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { legalClassTable } from './legal-class-table.ts';
import { groundsOf, LEGAL_RULES, legalClaim, type SignatureGrounds } from './legal-class.ts';

const DOCUMENT = new URL('../../../docs/classe-juridica.md', import.meta.url);

describe('the class claimed', () => {
  it.each<[string, SignatureGrounds, string, string]>([
    ['a code for the act', { method: 'act-code', isContactFrozen: true }, 'advanced', 'act-code'],
    ['a code for the session', { method: 'session-code', isContactFrozen: true }, 'advanced', 'session-code'],
    ['a remembered device', { method: 'known-device', isContactFrozen: true }, 'simple', 'known-device'],
    [
      'a code to a contact not recorded',
      { method: 'act-code', isContactFrozen: false },
      'simple',
      'unfrozen-contact',
    ],
    [
      'a device, contact not recorded',
      { method: 'known-device', isContactFrozen: false },
      'simple',
      'known-device',
    ],
  ])('of %s', (_what, grounds, claimed, rule) => {
    expect(legalClaim(grounds)).toMatchObject({ class: claimed, rule });
  });

  it('is advanced only where each letter of the law is met', () => {
    for (const { class: claimed, met } of LEGAL_RULES) {
      const all = Object.values(met).every((by) => by !== null);
      expect(claimed === 'advanced').toBe(all);
    }
  });

  it('names the source of each rule, and what stays open', () => {
    for (const { sources, reservation } of LEGAL_RULES) {
      expect(sources).toContain('lei-14063');
      expect(reservation).not.toBe('');
    }
  });

  it('is never lifted by a face', () => {
    const face = { similarity: 99.9, capture: 'live' };
    const plain = { authentication: 'cpf-known-device' } as const;
    expect(groundsOf({ ...plain, face } as never)).toEqual(groundsOf(plain));
    expect(legalClaim(groundsOf({ ...plain, face } as never)).class).toBe('simple');
  });
});

it('is argued in docs/classe-juridica.md with the rules as they are', async () => {
  expect(await readFile(DOCUMENT, 'utf8')).toContain(legalClassTable());
});
