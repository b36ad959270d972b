import type { ProcessDetail, ProcessParticipant, ProcessSignature } from '@/entities/process/queries.ts';
import { expiredSignature, signatureWord, type Word } from '@/i18n/vocabulary.ts';

/** Where a participant stands in the process as a whole. */
export interface PersonState {
  word: Word;
  signatures: readonly ProcessSignature[];
  /** Some signature of theirs is still open. */
  pending: boolean;
  /** They are being asked now. */
  turn: boolean;
  /** They have signed or refused something, so that no one can take their place any more. */
  acted: boolean;
}

const notYet: Word = {
  label: 'Aguarda a vez',
  tone: 'neutral',
  meaning: 'Outras pessoas assinam antes; o convite vai quando chegar a vez.',
};

/** What a participant has done and has still to do, over all of their documents. */
export function personState(
  process: Pick<ProcessDetail, 'signatures' | 'documents' | 'waitingFor'>,
  { personId, invitation }: Pick<ProcessParticipant, 'personId' | 'invitation'>,
): PersonState {
  const signatures = process.signatures.filter((signature) => signature.personId === personId);
  const turn = process.waitingFor.some((one) => one.personId === personId);
  const pending = signatures.some(({ status }) => status === 'pending');
  const signed = signatures.filter(({ status }) => status === 'signed').length;
  const refused = signatures.some(({ status, expired }) => status === 'rejected' && !expired);
  return {
    word: wordOf({
      process,
      signatures,
      pending,
      signed,
      refused,
      early: !turn && invitation === 'waiting-turn',
    }),
    signatures,
    pending,
    turn,
    acted: signed > 0 || refused,
  };
}

function wordOf({
  process,
  signatures,
  pending,
  signed,
  refused,
  early,
}: {
  process: Pick<ProcessDetail, 'documents'>;
  signatures: readonly ProcessSignature[];
  pending: boolean;
  signed: number;
  refused: boolean;
  /** Their turn has not come. */
  early: boolean;
}): Word {
  if (pending && signed > 0) {
    const word = signatureWord('pending', undefined);
    return { ...word, label: `Assinou ${signed} de ${signatures.length}` };
  }
  if (pending) return early ? notYet : signatureWord('pending', undefined);
  if (refused) return signatureWord('rejected', undefined);
  if (signatures.some(({ expired }) => expired)) return expiredSignature;
  if (signed > 0) return signatureWord('signed', undefined);
  const [first] = signatures;
  const document = process.documents.find(({ documentId }) => documentId === first?.documentId);
  return signatureWord('canceled', document?.status);
}
