import type { DataOf } from './events/index.ts';
import type { Participant, ProcessSignature } from './events/process.ts';

/**
 * Who takes part in a process after somebody was replaced, and whose each signature is: what the replaced person was
 * still to sign is the new one's.
 */
export function withReplacement<
  Taking extends { participants: Participant[]; signatures: ProcessSignature[] },
>(taking: Taking, { replaced, participant, signatures }: DataOf<'ParticipantReplaced'>): Taking {
  const moved = new Set(signatures.map(({ signatureId }) => signatureId));
  const { personId } = participant;
  return {
    ...taking,
    participants: taking.participants.map((one) => (one.personId === replaced.personId ? participant : one)),
    signatures: taking.signatures.map((one) => (moved.has(one.signatureId) ? { ...one, personId } : one)),
  };
}

/** Who takes part after the contact of a participant was replaced. */
export function withContact<Taking extends { participants: readonly Participant[] }>(
  taking: Taking,
  { personId, contact }: DataOf<'ParticipantContactReplaced'>,
): Taking {
  return {
    ...taking,
    participants: taking.participants.map((one) => {
      if (one.personId !== personId) return one;
      const { cellphoneNumber: _former, ...kept } = one;
      return { ...kept, ...contact };
    }),
  };
}
