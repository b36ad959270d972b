import type { Language } from '@lacre/contracts/languages';

import { WORDS } from '../validate/words/by-language.ts';
import type { EmbeddedNote } from '../validate/words/words.ts';
import type { EmbeddedFacts } from './embedded-facts.ts';

/** What there is to say of a signature, as a sentence of its own. */
export function noteText(problem: EmbeddedNote, language: Language = 'pt-BR'): string {
  const { note, notes } = WORDS[language];
  return note(notes[problem]);
}

/** What makes a signature unsound comes first in its list. */
const isGrave = (note: EmbeddedNote): boolean => !MILD.has(note);
const MILD: ReadonlySet<EmbeddedNote> = new Set([
  'revoked-unproven',
  'expired',
  'time-outside-certificate',
  'weak-algorithm',
  'no-certificate',
  'unsupported',
  'filled-after',
  'covered-by-stamp',
]);

/** Why a file is not taken in: which signature, by whom, what is wrong, and the way on. */
export function unsoundDetail(
  unsound: readonly (Pick<EmbeddedFacts, 'signer' | 'fieldName'> & { problems: readonly EmbeddedNote[] })[],
): string {
  const sentences = unsound.map(({ signer, fieldName, problems }) => {
    const why = WORDS['pt-BR'].notes[problems.find(isGrave) ?? problems[0] ?? 'format'];
    const field = fieldName === '' ? '' : ` (campo "${fieldName.slice(0, 60)}")`;
    return signer === null
      ? `uma assinatura sem nome legível${field} ${why}`
      : `a assinatura em nome de ${signer}${field} ${why}`;
  });
  const [first = '', ...others] = sentences.slice(0, 3);
  const more = sentences.length > 3 ? `; e há mais ${sentences.length - 3} com problema` : '';
  return (
    `O PDF já veio assinado, e ${[first, ...others].join('; ')}${more}. Selá-lo daria por bom o que não é. ` +
    'Envie o arquivo original, como a última pessoa o assinou; se as assinaturas não importam, use ' +
    '"imprimir em PDF" e envie a cópia.'
  );
}
