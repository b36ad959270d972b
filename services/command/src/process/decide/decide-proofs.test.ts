import { derivedId } from '@lacre/event-store';
import { describe, expect, it } from 'vitest';

import { specificationOf } from '../../decider/specification.ts';
import { acting } from '../../testing/process-builder.ts';
import type { ShownFace } from './commands.ts';
import { decideSign } from './decide-act.ts';
import { signatureProcess } from './decide-process.ts';

const { given } = specificationOf(signatureProcess);

describe('a mark', () => {
  it('is kept with each signature of the act, and is optional', () => {
    const { created, sign } = acting({ documents: ['a.pdf', 'b.pdf'] });
    const mark = { style: 'drawn', drawing: 'M1 2L3 4' } as const;
    const signed = given(created)
      .when(sign('ana', { mark }))
      .events.filter(({ type }) => type === 'SignatureSigned');
    expect(signed.map(({ data }) => data)).toEqual([
      expect.objectContaining({ mark }),
      expect.objectContaining({ mark }),
    ]);
    const [plain] = given(created).when(sign('ana', { document: 'a.pdf' })).events;
    expect(plain?.data).not.toHaveProperty('mark');
  });
});

describe('a face that is asked for', () => {
  const shown = (signatureIds: readonly string[], over: Partial<ShownFace> = {}): ShownFace => ({
    signatureIds,
    similarity: 87.2,
    distance: 0.38,
    threshold: 50,
    modelId: 'face-api-1.7/resnet-128',
    challengeId: derivedId('test', 'challenge'),
    capture: 'live',
    enrolledAt: '2026-11-20T12:00:00.000Z',
    ...over,
  });
  const faced = acting({ faced: { ana: {} } });
  const stateOf = (cast: typeof faced) =>
    signatureProcess.evolve(signatureProcess.initialState(), cast.created);
  const idsOf = (cast: typeof faced) => cast.sign('ana').signatures.map(({ signatureId }) => signatureId);

  it('is needed, whatever code there is', () => {
    given(faced.created).when(faced.sign('ana')).thenRejected('FACE_PROOF_REQUIRED');
    given(faced.created)
      .when(faced.sign('ana', { code: 'right' }))
      .thenRejected('FACE_PROOF_REQUIRED');
    given(faced.created)
      .when(faced.sign('ana', { face: 'wrong' }))
      .thenRejected('FACE_PROOF_INVALID');
  });

  it('is recorded with its scores', () => {
    const { signatureIds, ...evidence } = shown(idsOf(faced));
    const decision = decideSign(faced.sign('ana', { face: { signatureIds, ...evidence } }), stateOf(faced));
    expect(decision.accepted && decision.events[0]?.data).toMatchObject({ face: evidence });
    expect(JSON.stringify(decision)).not.toContain('signatureIds');
  });

  it('signs the signatures it was shown for alone', () => {
    const other = [`${derivedId('test', 'other')}:1`];
    given(faced.created)
      .when(faced.sign('ana', { face: shown(other) }))
      .thenRejected('FACE_PROOF_INVALID');
  });

  it('is replaced by a code only where the requester allows it', () => {
    const lenient = acting({ faced: { ana: { faceOrCode: true } } });
    given(lenient.created).when(lenient.sign('ana')).thenRejected('FACE_PROOF_REQUIRED');
    given(lenient.created)
      .when(lenient.sign('ana', { code: 'wrong' }))
      .thenRejected('AUTH_DEVICE_VALIDATION_ERROR');
    const decision = decideSign(lenient.sign('ana', { code: 'right' }), stateOf(lenient));
    expect(decision.accepted && Object.hasOwn(decision.events[0]?.data ?? {}, 'face')).toBe(false);
    expect(decision.accepted).toBe(true);
  });

  it('may be a photo from a file only where the requester allows it', () => {
    const file = shown(idsOf(faced), { capture: 'file' });
    given(faced.created)
      .when(faced.sign('ana', { face: file }))
      .thenRejected('FACE_UPLOAD_NOT_ALLOWED');
    const lenient = acting({ faced: { ana: { faceUpload: true } } });
    const decision = decideSign(lenient.sign('ana', { face: file }), stateOf(lenient));
    expect(decision.accepted).toBe(true);
  });

  it('is not kept where it was not asked for', () => {
    const plain = acting({});
    const decision = decideSign(plain.sign('ana', { face: shown(idsOf(plain)) }), stateOf(plain));
    expect(decision.accepted && Object.hasOwn(decision.events[0]?.data ?? {}, 'face')).toBe(false);
  });
});
