import type { RenderedEmail } from '../email.ts';
import { noLongerAsked, type NoLongerAsked, type NoLongerAskedWords } from './no-longer-asked.ts';

const WORDS: NoLongerAskedWords = {
  'pt-BR': {
    subject: 'Você não precisa mais assinar',
    preview: 'Outra pessoa foi indicada no seu lugar.',
    title: 'Você não precisa mais assinar',
    reason:
      'Outra pessoa foi indicada para assinar no seu lugar. O convite que você recebeu deixou de valer. Você não precisa fazer mais nada.',
  },
  en: {
    subject: 'You no longer need to sign',
    preview: 'Another person was named in your place.',
    title: 'You no longer need to sign',
    reason:
      'Another person was named to sign in your place. The invitation you received is no longer valid. You do not need to do anything else.',
  },
  es: {
    subject: 'Ya no necesita firmar',
    preview: 'Otra persona fue indicada en su lugar.',
    title: 'Ya no necesita firmar',
    reason:
      'Otra persona fue indicada para firmar en su lugar. La invitación que recibió dejó de valer. No necesita hacer nada más.',
  },
};

/** To a replaced participant, of the documents that another signs now. */
export const participantReplaced = (replaced: NoLongerAsked): RenderedEmail => noLongerAsked(replaced, WORDS);
