import type { RenderedEmail } from '../email.ts';
import { noLongerAsked, type NoLongerAsked } from './no-longer-asked.ts';

/** To a replaced participant, of the documents that another signs now. */
export const participantReplaced = (replaced: NoLongerAsked): RenderedEmail =>
  noLongerAsked(replaced, {
    subject: 'Você não precisa mais assinar',
    preview: 'Outra pessoa foi indicada no seu lugar.',
    title: 'Você não precisa mais assinar',
    reason:
      'Outra pessoa foi indicada para assinar no seu lugar. O convite que você recebeu deixou de valer, e você não precisa fazer mais nada.',
  });
