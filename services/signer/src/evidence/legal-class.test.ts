import { describe, expect, it } from 'vitest';

import { sampleFace as FACE } from '../testing/sample-facts.ts';
import type { EvidenceMethod } from './evidence-facts.ts';
import { ADVANCED_FACE_SIMILARITY, legalClaim } from './legal-class.ts';

const CODE = { kind: 'email-code' } as const;
const LOCATION = { kind: 'location' } as const;
const face = (similarity: number, capture: 'live' | 'file' = 'live') =>
  ({ kind: 'face', ...FACE, similarity, capture }) as const;

describe('the class claimed', () => {
  it.each<[string, EvidenceMethod[], string]>([
    ['a code', [CODE], 'simple'],
    ['a code and a place', [CODE, LOCATION], 'simple'],
    ['a code and a face that is the person’s', [CODE, face(ADVANCED_FACE_SIMILARITY)], 'advanced'],
    ['a code and a face that may be somebody else’s', [CODE, face(ADVANCED_FACE_SIMILARITY - 0.1)], 'simple'],
    ['a code and a photo from a file', [CODE, face(99, 'file')], 'simple'],
    ['a code by SMS and a face', [{ kind: 'sms-code' }, face(95)], 'advanced'],
    ['a known device and a face', [{ kind: 'known-device' }, face(99)], 'simple'],
    ['a face alone', [face(99)], 'simple'],
    ['nothing', [], 'simple'],
  ])('of %s', (_what, methods, claimed) => {
    expect(legalClaim(methods).class).toBe(claimed);
  });

  it('is given with its reason, which speaks of nothing that was not shown', () => {
    expect(legalClaim([CODE]).why).toContain('código de uso único enviado ao e-mail');
    expect(legalClaim([CODE]).why).not.toContain('rosto');
    expect(legalClaim([CODE, face(70)]).why).toContain('não chegou aos 90%');
    expect(legalClaim([CODE, face(95)]).why).toContain('rosto conferido');
    expect(legalClaim([{ kind: 'sms-code' }]).why).toContain('ao telefone dela');
    expect(legalClaim([{ kind: 'known-device' }]).why).toContain('dispositivo que ela confirmou antes');
    expect(legalClaim([]).why).not.toContain('código');
  });
});
