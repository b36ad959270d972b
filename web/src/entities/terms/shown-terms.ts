import { termsSections, type TermsSection } from '@lacre/contracts/consent-text';
import type { TermsVersion } from '@lacre/contracts/terms';
import { useState } from 'react';

import { translationOf } from '@/lib/language/language.ts';

/** The terms of a version as a page shows them. */
export interface ShownTerms {
  readonly sections: readonly TermsSection[];
  /** Whether they have been translated into the language of the page. */
  readonly haveTranslation: boolean;
  /** Whether that is what `sections` are; else they are Portuguese, which binds. */
  readonly areTranslated: boolean;
  /** Shows the one or the other. */
  readonly showTranslation: (wanted: boolean) => void;
}

/** The terms in the language of the page where there is a translation of that version, until the Portuguese is asked for. */
export function useShownTerms(version: TermsVersion): ShownTerms {
  const [wanted, setWanted] = useState(true);
  const portuguese = termsSections(version);
  const haveTranslation = portuguese.every(({ id }) => translationOf(`${version}/${id}/title`) !== undefined);
  const areTranslated = wanted && haveTranslation;
  return {
    sections: areTranslated ? portuguese.map((section) => translatedSection(version, section)) : portuguese,
    haveTranslation,
    areTranslated,
    showTranslation: setWanted,
  };
}

function translatedSection(version: TermsVersion, { id, title, paragraphs }: TermsSection): TermsSection {
  const translated = (part: string | number, text: string) =>
    String(translationOf(`${version}/${id}/${part}`) ?? text);
  return {
    id,
    title: translated('title', title),
    paragraphs: paragraphs.map((text, at) => translated(at, text)),
  };
}
