import type { Language } from '@lacre/contracts/languages';
import type { SignerTrust } from '@lacre/pades';

import { maskCertificateName } from './certificate-name.ts';
import type { Decision } from './decide-verdict.ts';
import type { ValidationReason } from './validation-reason.ts';
import { WORDS } from './words/by-language.ts';
import type { NamedObject, NamedRule } from './words/words.ts';

/** What a lay person reads first. */
export function explanationOf(
  {
    verdict,
    issued,
    reasons = [],
  }: Pick<Decision, 'verdict' | 'issued'> & Partial<Pick<Decision, 'reasons'>>,
  language: Language,
): string {
  const { partialCopy, explanations, printsOtherwise } = WORDS[language];
  const text =
    verdict === 'genuine' && issued?.madeAs === 'partial-copy' ? partialCopy : explanations[verdict];
  return reasons.some(({ code }) => code === 'prints-otherwise') ? `${text} ${printsOtherwise}` : text;
}

/** Reasons whose detail is the signer's name. */
const NAMING: ReadonlySet<ValidationReason['code']> = new Set([
  'later-signature-present',
  'later-signature-stamp',
  'later-signature-visible',
]);

/** The reason as people read it; of a later signature it says whose it is, and whether that is proven. */
export function reasonText(
  { code, detail, trust }: ValidationReason,
  language: Language,
): { code: string; text: string } {
  const { reasons, signer } = WORDS[language];
  const text = reasons[code];
  if (!NAMING.has(code) || detail === undefined) return { code, text };
  const name = maskCertificateName(detail);
  return {
    code,
    text: trust ? `${text} ${signer[trust](name)}` : `${text.replace(/\.$/, '')}: ${name}.`,
  };
}

const PROVEN: ReadonlySet<SignerTrust | undefined> = new Set(['icp-brasil', 'trusted', undefined] as const);

/** A name in the technical report, with what the reasons beside it say of its certificate. */
export function nameAsProven(name: string, reasons: readonly ValidationReason[], language: Language): string {
  const isProven = reasons.every(
    ({ detail, trust }) => detail === undefined || maskCertificateName(detail) !== name || PROVEN.has(trust),
  );
  return isProven ? name : WORDS[language].unproven(name);
}

/** An object as the reader of a report finds it named. */
export function objectText(what: string, language: Language): string {
  const { objects, patterns } = WORDS[language];
  if (Object.hasOwn(objects, what)) return objects[what as NamedObject];
  const pattern = patterns.find(([expression]) => expression.test(what));
  return pattern ? what.replace(pattern[0], pattern[1]) : what;
}

/** Why a change after the seal is allowed, by the rule's name. */
export function ruleText(rule: string | null, language: Language): string | null {
  const { rules } = WORDS[language];
  return rule !== null && Object.hasOwn(rules, rule) ? rules[rule as NamedRule] : rule;
}
