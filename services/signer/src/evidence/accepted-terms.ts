import { createHash } from 'node:crypto';

import {
  consentText,
  declarationText,
  isDeclarationVersion,
  isTermsVersion,
  type Declarer,
} from '@lacre/contracts';

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

export interface MadeDeclaration {
  by: Declarer;
  version: string;
  text: string;
  /** Of the text in UTF-8. */
  sha256: string;
}

/** Each declaration that was made, once. */
export function declarationsOf(
  participants: readonly { declaration: { by: Declarer; version: string } | null }[],
): MadeDeclaration[] {
  const made = new Map(
    participants.flatMap(({ declaration }) =>
      declaration === null ? [] : [[`${declaration.by} ${declaration.version}`, declaration] as const],
    ),
  );
  return [...made.values()].flatMap(({ by, version }) => {
    if (!isDeclarationVersion(version)) return [];
    const text = declarationText(version, by);
    return [{ by, version, text, sha256: createHash('sha256').update(text).digest('hex') }];
  });
}
