import type { DocumentStatus, ProcessStatus, SignatureStatus } from '@lacre/contracts';

/**
 * Where a request stands for the person who opened it. Each but the first has a page of its own.
 * to-sign: something awaits them · waiting: they signed, others have not · sealing: all signed, the seal is on its
 * way · expired: the deadline passed before they signed · dismissed: their signature is no longer needed.
 */
export type Outcome =
  | 'to-sign'
  | 'waiting'
  | 'sealing'
  | 'finished'
  | 'rejected-by-you'
  | 'rejected'
  | 'canceled'
  | 'expired'
  | 'dismissed';

interface Request {
  status: ProcessStatus;
  documents: readonly {
    signatureStatus: SignatureStatus;
    documentStatus: DocumentStatus;
    /** Its document cannot be completed without it. */
    needed?: boolean;
    expired?: boolean;
  }[];
}

/** Whether the person can still act on the document. */
export function isToSign(document: Request['documents'][number]): boolean {
  return document.signatureStatus === 'pending' && document.documentStatus === 'pending';
}

/** Whether the person can sign the document and need not: the minimum of signatories has signed. */
export function isOptional(document: Request['documents'][number]): boolean {
  return isToSign(document) && document.needed === false;
}

/** Where the request stands. */
export function outcomeOf(request: Request): Outcome {
  const { documents, status } = request;
  if (documents.some(isToSign)) return 'to-sign';
  if (documents.some(({ documentStatus }) => documentStatus === 'completed')) return 'sealing';
  if (status === 'finished') return 'finished';
  if (documents.some(({ signatureStatus, expired }) => signatureStatus === 'rejected' && expired !== true))
    return 'rejected-by-you';
  if (documents.some(({ expired }) => expired === true)) return 'expired';
  if (status === 'rejected') return 'rejected';
  if (status === 'canceled') return 'canceled';
  if (documents.some(({ signatureStatus }) => signatureStatus === 'signed')) return 'waiting';
  return documents.every(({ documentStatus }) => documentStatus === 'canceled') ? 'canceled' : 'dismissed';
}
