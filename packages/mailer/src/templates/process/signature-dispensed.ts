import type { RenderedEmail } from '../email.ts';
import { noLongerAsked, type NoLongerAsked } from './no-longer-asked.ts';

/** To a signatory who had been asked to sign documents that the minimum of signatories has signed since. */
export const signatureDispensed = (dispensed: NoLongerAsked): RenderedEmail =>
  noLongerAsked(dispensed, {
    subject: 'Você foi dispensado de assinar',
    preview: 'O número necessário de representantes já assinou.',
    title: 'Sua assinatura não é mais necessária',
    reason:
      'O número necessário de representantes da empresa já assinou. Você foi dispensado de assinar e não precisa fazer mais nada.',
  });
