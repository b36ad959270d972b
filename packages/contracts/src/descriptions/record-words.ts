/** What the history of a tenant is filtered by, and how people read it. */
export const historyKinds = {
  process: 'Processos',
  signature: 'Leituras, assinaturas e recusas',
  person: 'Pessoas',
  company: 'Empresas',
  user: 'Usuários',
  access: 'Entradas e fatores',
  model: 'Modelos, grupos e etiquetas',
  account: 'Conta, tokens e créditos',
} as const;
export type HistoryKind = keyof typeof historyKinds;
export const HISTORY_KINDS = Object.keys(historyKinds) as [HistoryKind, ...HistoryKind[]];

/** What moves credits, and how people read it in the statement. */
export const creditKinds = {
  granted: 'Entrada',
  reserved: 'Reserva',
  consumed: 'Uso',
  refunded: 'Devolução',
} as const;
export type CreditKind = keyof typeof creditKinds;
export const CREDIT_KINDS = Object.keys(creditKinds) as [CreditKind, ...CreditKind[]];
