import type { ProcessDetail, ProcessParticipant, ProcessSignature } from '@/entities/process/queries.ts';
import { expiredSignature, signatureWord, type Word } from '@/i18n/vocabulary.ts';

/** Where a participant stands in the process as a whole. */
export interface PersonState {
  word: Word;
  signatures: readonly ProcessSignature[];
  /** Some signature of theirs is still open. */
  pending: boolean;
  /** What they have seen of what is open, and since when; undefined before the first document was opened. */
  seen: { how: 'opened' | 'read'; at: string } | undefined;
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

const opened: Word = {
  label: 'Abriu',
  tone: 'info',
  meaning: 'Abriu os documentos e ainda não disse que leu todos.',
};
const read: Word = { label: 'Leu', tone: 'info', meaning: 'Leu os documentos e ainda não assinou.' };

/** Read is what all that is open was; opened, any of it. */
function seenOf(signatures: readonly ProcessSignature[]): PersonState['seen'] {
  const open = signatures.filter(({ status }) => status === 'pending');
  const reads = open.flatMap(({ readAt }) => readAt ?? []);
  const at = reads.toSorted().at(-1);
  if (at !== undefined && reads.length === open.length) return { how: 'read', at };
  const first = open.flatMap(({ openedAt }) => openedAt ?? []).toSorted()[0];
  return first === undefined ? undefined : { how: 'opened', at: first };
}

/** What a participant has done and has still to do, over all of their documents. */
export function personState(
  process: Pick<ProcessDetail, 'signatures' | 'documents' | 'waitingFor'>,
  { personId, invitation }: Pick<ProcessParticipant, 'personId' | 'invitation'>,
): PersonState {
  const signatures = process.signatures.filter((signature) => signature.personId === personId);
  const turn = process.waitingFor.some((one) => one.personId === personId);
  const pending = signatures.some(({ status }) => status === 'pending');
  const signed = signatures.filter(({ status }) => status === 'signed').length;
  const seen = seenOf(signatures);
  const refused = signatures.some(({ status, expired }) => status === 'rejected' && !expired);
  const early = !turn && invitation === 'waiting-turn';
  return {
    word: pending
      ? pendingWord({ early, seen, signed, of: signatures.length })
      : endedWord(process, { signatures, signed, refused }),
    signatures,
    pending,
    seen,
    turn,
    acted: signed > 0 || refused,
  };
}

/** Of a participant who has still to sign something. */
function pendingWord({
  early,
  seen,
  signed,
  of,
}: {
  /** Their turn has not come. */
  early: boolean;
  seen: PersonState['seen'];
  /** How many they have signed, of how many. */
  signed: number;
  of: number;
}): Word {
  const pending = signatureWord('pending', undefined);
  if (signed > 0) return { ...pending, label: `Assinou ${signed} de ${of}` };
  if (early) return notYet;
  if (seen === undefined) return pending;
  return seen.how === 'read' ? read : opened;
}

/** Of a participant of whom nothing is awaited any more. */
function endedWord(
  { documents }: Pick<ProcessDetail, 'documents'>,
  {
    signatures,
    signed,
    refused,
  }: { signatures: readonly ProcessSignature[]; signed: number; refused: boolean },
): Word {
  if (refused) return signatureWord('rejected', undefined);
  if (signatures.some(({ expired }) => expired)) return expiredSignature;
  if (signed > 0) return signatureWord('signed', undefined);
  const [first] = signatures;
  const document = documents.find(({ documentId }) => documentId === first?.documentId);
  return signatureWord('canceled', document?.status);
}
