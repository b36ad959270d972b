import { eventDescriptions } from '@lacre/contracts/event-descriptions';
import { REJECTION_CAUSES } from '@lacre/contracts/timeline';

/** By the names of actions in the API: those of the events, with a small first letter. */
const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries(eventDescriptions).flatMap(([type, description]) =>
    description?.history === undefined
      ? []
      : [[type.charAt(0).toLowerCase() + type.slice(1), description.history]],
  ),
);

/** The words for an action; one that is newer than this client goes by its own name. */
export const tenantActionLabel = (action: string): string => LABELS.get(action) ?? action;

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
export const reasonText = (reason: string): string => RULES[reason] ?? reason;
