import type { RenderedEmail } from '../email.ts';
import { noLongerAsked, type NoLongerAsked, type NoLongerAskedWords } from './no-longer-asked.ts';

const WORDS: NoLongerAskedWords = {
  'pt-BR': {
    subject: 'Você foi dispensado de assinar',
    preview: 'O número necessário de representantes já assinou.',
    title: 'Sua assinatura não é mais necessária',
    reason:
      'O número necessário de representantes da empresa já assinou. Você foi dispensado de assinar e não precisa fazer mais nada.',
  },
  en: {
    subject: 'Your signature is no longer needed',
    preview: 'The representatives who were needed have signed.',
    title: 'Your signature is no longer needed',
    reason:
      'The number of representatives of the company that was needed has signed. You do not need to do anything else.',
  },
  es: {
    subject: 'Su firma ya no es necesaria',
    preview: 'Ya firmó el número necesario de representantes.',
    title: 'Su firma ya no es necesaria',
    reason: 'Ya firmó el número necesario de representantes de la empresa. No necesita hacer nada más.',
  },
};

/** To a signatory who had been asked to sign documents that the minimum of signatories has signed since. */
export const signatureDispensed = (dispensed: NoLongerAsked): RenderedEmail =>
  noLongerAsked(dispensed, WORDS);
