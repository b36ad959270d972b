import type { EvidenceFacts, EvidenceParticipant } from '../evidence-facts.ts';

/** Signatures that a document still waits for. */
interface MissingSignatures {
  /** How many, before the document is complete. */
  count: number;
  /** Everyone of whom each must sign. */
  required: readonly EvidenceParticipant[];
  /** Representatives of whom some must sign. */
  signatories: { count: number; among: readonly EvidenceParticipant[] };
}

/**
 * What is missing, by the rule that completes a document: all parties and witnesses, and the minimum of
 * representatives.
 */
export function missingSignatures({ participants, process }: EvidenceFacts): MissingSignatures {
  const pending = participants.filter(({ status }) => status === 'pending');
  const required = pending.filter(({ part }) => part !== 'signatory');
  const among = pending.filter(({ part }) => part === 'signatory');
  const signed = participants.filter(({ part, status }) => part === 'signatory' && status === 'signed');
  const count = Math.min(among.length, Math.max(0, process.minimumSignatories - signed.length));
  return { count: required.length + count, required, signatories: { count, among } };
}
