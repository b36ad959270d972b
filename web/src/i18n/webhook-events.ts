import { eventDescriptions, isSentByWebhooks } from '@lacre/contracts/event-descriptions';

/** The facts that a webhook may subscribe to, by subject. */
export interface WebhookEventGroup {
  label: string;
  /** Labels by public type. */
  events: Readonly<Record<string, string>>;
}

const LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(eventDescriptions).flatMap((description) =>
    description?.feed === undefined || !isSentByWebhooks(description.feed)
      ? []
      : [[description.feed.type, description.title]],
  ),
);

/** By what public types begin with. */
const GROUPS = [
  { label: 'Processos', subjects: ['process'] },
  { label: 'Assinaturas e documentos', subjects: ['signature', 'document'] },
  { label: 'Empresas e pessoas', subjects: ['company', 'person'] },
  { label: 'Modelos, envelopes e grupos', subjects: ['template', 'envelope', 'group'] },
  { label: 'Conta', subjects: ['tenant', 'user', 'token', 'webhook', 'tag', 'credits'] },
];

export const webhookEventGroups: readonly WebhookEventGroup[] = GROUPS.map(({ label, subjects }) => ({
  label,
  events: Object.fromEntries(
    Object.entries(LABELS).filter(([type]) => subjects.includes(type.split('.', 1)[0] ?? '')),
  ),
}));

/** Whether a webhook may subscribe to it; former releases had more. */
export const isWebhookEvent = (type: string): boolean => type in LABELS;

/** The words for a type; one that is newer than this client goes by its own name. */
export const webhookEventLabel = (type: string): string => LABELS[type] ?? type;
