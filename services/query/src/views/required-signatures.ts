import type { Part } from '@lacre/contracts';

interface Document {
  status: string;
  signatures: readonly { personId: string; part: Part; status: string }[];
}

/** Signatures of a document: how many there are, of how many it needs. */
export interface RequiredCount {
  done: number;
  total: number;
}

const isSigned = ({ status }: { status: string }) => status === 'signed';

/** All but the signatories', and of those the minimum: who signs beyond it is not counted. */
export function requiredOf({ signatures }: Document, minimumSignatories: number): RequiredCount {
  const signatories = signatures.filter(({ part }) => part === 'signatory');
  const others = signatures.filter(({ part }) => part !== 'signatory');
  const minimum = Math.min(minimumSignatories, signatories.length);
  return {
    done: others.filter(isSigned).length + Math.min(minimum, signatories.filter(isSigned).length),
    total: others.length + minimum,
  };
}

/** What a process needs: of documents refused or canceled nothing more, unless none other is left to count. */
export function requiredByProcess(documents: readonly Document[], minimumSignatories: number): RequiredCount {
  const live = documents.filter(({ status }) => status !== 'rejected' && status !== 'canceled');
  const counts = (live.length > 0 ? live : documents).map((one) => requiredOf(one, minimumSignatories));
  return {
    done: counts.reduce((sum, { done }) => sum + done, 0),
    total: counts.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Ids of the persons whose signature a document still waits for: signatories only while the minimum is not met. */
export function awaitedOn({ signatures }: Document, minimumSignatories: number): string[] {
  const signatories = signatures.filter(({ part }) => part === 'signatory');
  const met = signatories.filter(isSigned).length >= minimumSignatories;
  return signatures
    .filter(({ status, part }) => status === 'pending' && (part !== 'signatory' || !met))
    .map(({ personId }) => personId);
}
