import { readFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { legalClassTable } from './legal-class-table.ts';
import { groundsOf, LEGAL_RULES, legalClaim, type SignatureGrounds } from './legal-class.ts';

const DOCUMENT = new URL('../../../../docs/classe-juridica.md', import.meta.url);

describe('the class claimed', () => {
  type Contact = Omit<SignatureGrounds, 'method'>;
  const INVITED: Contact = { isContactFrozen: true, isContactReplaced: false, isAtRequest: false };
  const REPLACED: Contact = { isContactFrozen: true, isContactReplaced: true, isAtRequest: false };
  const UNRECORDED: Contact = { isContactFrozen: false, isContactReplaced: false, isAtRequest: false };
  it.each<[string, SignatureGrounds, string, string]>([
    ['a code for the act', { method: 'act-code', ...INVITED }, 'advanced', 'act-code'],
    ['a code for the session', { method: 'session-code', ...INVITED }, 'advanced', 'session-code'],
    ['a remembered device', { method: 'known-device', ...INVITED }, 'simple', 'known-device'],
    ['a code to a replaced contact', { method: 'act-code', ...REPLACED }, 'simple', 'replaced-contact'],
    [
      'a session of a replaced contact',
      { method: 'session-code', ...REPLACED },
      'simple',
      'replaced-contact',
    ],
    ['a device of a replaced contact', { method: 'known-device', ...REPLACED }, 'simple', 'known-device'],
    ['a code to a contact not recorded', { method: 'act-code', ...UNRECORDED }, 'simple', 'unfrozen-contact'],
    ['a device, contact not recorded', { method: 'known-device', ...UNRECORDED }, 'simple', 'known-device'],
  ])('of %s', (_what, grounds, claimed, rule) => {
    expect(legalClaim(grounds)).toMatchObject({ class: claimed, rule });
  });

  it.each(['act-code', 'session-code', 'known-device'] as const)(
    'for a replaced contact, by %s, does not rest on the invitation',
    (method) => {
      const { why, met } = legalClaim({ method, ...REPLACED });
      expect(`${why} ${met.a}`).not.toMatch(/só ao contato do convite|contato do convite, que/);
    },
  );

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

  it('of a signature at another’s request is the signer’s, and names the person it does not identify', () => {
    const own = { method: 'session-code', ...INVITED } as const;
    const claim = legalClaim({ ...own, isAtRequest: true });
    expect(claim).toMatchObject({ class: legalClaim(own).class, rule: 'session-code-at-request' });
    expect(claim.reservation).toContain(legalClaim(own).reservation);
    expect(claim.reservation).toContain('A pessoa em cujo nome se assinou não foi identificada aqui');
    expect(claim.sources).toContain('Código Civil, art. 595');
  });

  it('is never lifted by a face', () => {
    const face = { similarity: 99.9, capture: 'live' };
    const plain = { authentication: 'cpf-known-device', contactProof: null } as const;
    expect(groundsOf({ ...plain, face } as never, false)).toEqual(groundsOf(plain, false));
    expect(legalClaim(groundsOf({ ...plain, face } as never, false)).class).toBe('simple');
  });
});

it('is argued in docs/classe-juridica.md with the rules as they are', async () => {
  expect(await readFile(DOCUMENT, 'utf8')).toContain(legalClassTable());
});
