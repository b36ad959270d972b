import { say } from '@/i18n/say.ts';

import type { Progress } from './progress.ts';
import type { SigningDocument } from './queries.ts';

/**
 * The one thing to do next about the documents chosen for an act: choose one at least, read each, answer what each
 * asks, and sign.
 */
export type NextStep =
  | { kind: 'choose' }
  | { kind: 'read'; document: SigningDocument; done: number }
  | { kind: 'answer'; document: SigningDocument; done: number; of: number }
  | { kind: 'sign' };

export function nextStep(
  chosen: readonly SigningDocument[],
  { read, answers }: Pick<Progress, 'read' | 'answers'>,
): NextStep {
  if (chosen.length === 0) return { kind: 'choose' };
  const unread = chosen.filter(({ signatureId }) => read[signatureId] === undefined);
  if (unread[0] !== undefined)
    return { kind: 'read', document: unread[0], done: chosen.length - unread.length };
  const asking = chosen.filter(({ selection }) => selection !== null);
  const open = asking.filter((document) => !isAnswered(document, answers[document.signatureId]));
  if (open[0] !== undefined)
    return { kind: 'answer', document: open[0], done: asking.length - open.length, of: asking.length };
  return { kind: 'sign' };
}

/** Whether what was chosen answers the document's question, which may have changed since. */
export function isAnswered(
  { selection }: Pick<SigningDocument, 'selection'>,
  chosen: readonly string[] | undefined,
): boolean {
  if (selection === null) return true;
  if (chosen === undefined) return false;
  const { options, minimum, maximum } = selection;
  return (
    chosen.every((option) => options.includes(option)) && chosen.length >= minimum && chosen.length <= maximum
  );
}

/** What may be chosen, in words: "Escolha uma opção", "Escolha de 1 a 3 opções". */
export function selectionRule({ minimum, maximum }: NonNullable<SigningDocument['selection']>): string {
  if (minimum === maximum)
    return minimum === 1 ? say('Escolha uma opção.') : say('Escolha {0} opções.', minimum);
  if (minimum === 0)
    return maximum === 1
      ? say('Escolha até uma opção, ou nenhuma.')
      : say('Escolha até {0} opções, ou nenhuma.', maximum);
  return say('Escolha de {0} a {1} opções.', minimum, maximum);
}

/** The signatures of an act, as a name for it. */
export const actOf = (documents: readonly Pick<SigningDocument, 'signatureId'>[]): string =>
  documents.map(({ signatureId }) => signatureId).join(' ');
