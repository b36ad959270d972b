import type { ProcessEvent } from '../events/index.ts';
import type { DocumentState, SignatureOutcome } from './process-state.ts';

/** Events about one document of a process. */
export type DocumentEvent = Extract<ProcessEvent, { data: { documentId: string } }>;

export const NO_OUTCOME: SignatureOutcome = {
  status: 'pending',
  openedAt: null,
  readAt: null,
  signedAt: null,
  rejectReason: null,
  expired: false,
  chosen: null,
};

/** A signature of the event's document after it; the same value where it changes nothing. */
export function evolveSignature<Signature extends SignatureOutcome & { signatureId: string }>(
  signature: Signature,
  { type, data }: DocumentEvent,
): Signature {
  switch (type) {
    case 'DocumentOpened':
      return signature.signatureId === data.signatureId
        ? { ...signature, openedAt: data.openedAt }
        : signature;
    case 'DocumentRead':
      return signature.signatureId === data.signatureId ? { ...signature, readAt: data.readAt } : signature;
    case 'SignatureSigned': {
      if (signature.signatureId !== data.signatureId) return signature;
      return {
        ...signature,
        status: 'signed',
        signedAt: data.signedAt,
        chosen: data.selection?.chosen ?? null,
      };
    }
    case 'SignatureRejected':
      if (signature.signatureId !== data.signatureId) return signature;
      return { ...signature, status: 'rejected', rejectReason: data.reason };
    case 'SignaturesDispensed':
      return data.signatures.some(({ signatureId }) => signatureId === signature.signatureId)
        ? ended(signature, { status: 'canceled' })
        : signature;
    case 'DocumentRejected':
      return data.cause === 'deadline-passed'
        ? ended(signature, { status: 'rejected', expired: true })
        : ended(signature, { status: 'canceled' });
    case 'DocumentCompleted':
    case 'DocumentCanceled':
      return ended(signature, { status: 'canceled' });
    // Nothing is pending any more on a document that all have signed.
    case 'DocumentSealed':
    case 'DocumentSealFailed':
      return signature;
  }
}

/** A pending signature that has become another person's: what the former one was shown is not theirs. */
export const handedTo = <Signature extends SignatureOutcome & { personId: string }>(
  signature: Signature,
  personId: string,
): Signature => ({ ...signature, personId, openedAt: null, readAt: null });

/** A document that takes no more signatures leaves none pending. */
const ended = <Signature extends SignatureOutcome>(
  signature: Signature,
  end: Partial<SignatureOutcome>,
): Signature => (signature.status === 'pending' ? { ...signature, ...end } : signature);

/** The event's document after it. */
export function evolveDocument(document: DocumentState, { type, data }: DocumentEvent): DocumentState {
  switch (type) {
    case 'DocumentOpened':
    case 'DocumentRead':
    case 'SignatureSigned':
    case 'SignatureRejected':
    case 'SignaturesDispensed':
      return document;
    case 'DocumentCompleted':
      return { ...document, status: 'completed' };
    case 'DocumentRejected':
      return { ...document, status: 'rejected', cause: data.cause };
    case 'DocumentCanceled':
      return { ...document, status: 'canceled' };
    case 'DocumentSealed':
      return { ...document, status: 'sealed', seal: data };
    case 'DocumentSealFailed':
      return { ...document, status: 'failed' };
  }
}
