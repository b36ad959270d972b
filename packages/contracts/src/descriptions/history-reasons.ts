import { REJECTION_CAUSES } from './timeline.ts';

/** Rules that a fact followed from, without a reason in words. */
const RULES: Readonly<Record<string, string>> = {
  asked: 'A pedido do próprio usuário',
  'password-changed': 'A senha foi trocada',
  'password-reset': 'A senha foi recuperada',
  recovery: 'O acesso foi recuperado pela plataforma',
  'email-change-undone': 'A troca do email foi desfeita',
  'address-proven': 'O email foi confirmado por um link',
  'subject-request': 'A pedido do titular',
  'consent-revoked': 'Consentimento retirado',
  'purpose-reached': 'Finalidade alcançada',
  'term-ended': 'Prazo de guarda encerrado',
  'authority-order': 'Ordem de autoridade',
  ...REJECTION_CAUSES,
};

/** A reason as typed, or the words for the rule. */
export const historyReason = (reason: string): string => RULES[reason] ?? reason;
