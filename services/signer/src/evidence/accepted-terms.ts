import { createHash } from 'node:crypto';

import { consentText, isTermsVersion } from '@lacre/contracts';

export interface AcceptedTerms {
  version: string;
  text: string;
  /** Of the text in UTF-8. */
  sha256: string;
}

/** Each accepted text, once. */
export function termsOf(
  participants: readonly { consent: { termsVersion: string } | null }[],
): AcceptedTerms[] {
  const versions = new Set(participants.flatMap(({ consent }) => consent?.termsVersion ?? []));
  return [...versions].filter(isTermsVersion).map((version) => {
    const text = consentText(version);
    return { version, text, sha256: createHash('sha256').update(text).digest('hex') };
  });
}
