import { signingPath } from '@lacre/contracts/signing-link';

/** Where a person goes to sign: it says who they are, and proves nothing. */
export function signingLink(processId: string, personId: string): string {
  return `${window.location.origin}${signingPath(processId, personId)}`;
}
