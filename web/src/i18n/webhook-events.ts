/** The facts that a webhook may be told, by subject, each in the words of the public list of types. */
export interface WebhookEventGroup {
  label: string;
  events: Readonly<Record<string, string>>;
}

export const webhookEventGroups: readonly WebhookEventGroup[] = [
  {
    label: 'Processos',
    events: {
      'process.created.v1': 'Criado',
      'process.group-asked.v1': 'Chegou a vez de um grupo',
      'process.participant-replaced.v1': 'Participante substituído',
      'process.participant-contact-replaced.v1': 'Contato de participante corrigido',
      'process.reminded.v1': 'Lembrete enviado',
      'process.deadline-extended.v1': 'Prazo adiado',
      'process.expired.v1': 'Prazo encerrado',
      'process.tagged.v1': 'Recebeu etiqueta',
      'process.untagged.v1': 'Perdeu etiqueta',
      'process.finished.v1': 'Finalizado',
      'process.rejected.v1': 'Recusado',
      'process.canceled.v1': 'Cancelado',
    },
  },
  {
    label: 'Assinaturas e documentos',
    events: {
      'signature.signed.v1': 'Alguém assinou',
      'signature.rejected.v1': 'Alguém recusou',
      'document.completed.v1': 'Todos assinaram',
      'document.rejected.v1': 'Documento recusado',
      'document.canceled.v1': 'Documento cancelado',
      'document.sealed.v1': 'Documento selado',
      'document.seal-failed.v1': 'Documento sem selo',
      'document.seal-renewed.v1': 'Prova do selo prolongada',
      'document.partial-copy-sealed.v1': 'Cópia parcial pronta',
    },
  },
  {
    label: 'Empresas e pessoas',
    events: {
      'company.created.v1': 'Empresa cadastrada',
      'company.edited.v1': 'Empresa alterada',
      'company.activated.v1': 'Empresa ativada',
      'company.deactivated.v1': 'Empresa inativada',
      'company.removed.v1': 'Empresa removida',
      'person.created.v1': 'Pessoa cadastrada',
      'person.batch-created.v1': 'Pessoas de um arquivo cadastradas',
      'person.edited.v1': 'Pessoa alterada',
      'person.removed.v1': 'Pessoa removida',
      'person.erased.v1': 'Dados de pessoa apagados',
    },
  },
  {
    label: 'Modelos, envelopes e grupos',
    events: {
      'template.created.v1': 'Modelo criado',
      'template.edited.v1': 'Modelo alterado',
      'template.removed.v1': 'Modelo removido',
      'envelope.created.v1': 'Envelope criado',
      'envelope.edited.v1': 'Envelope alterado',
      'envelope.removed.v1': 'Envelope removido',
      'group.created.v1': 'Grupo criado',
      'group.edited.v1': 'Grupo alterado',
      'group.removed.v1': 'Grupo removido',
    },
  },
  {
    label: 'Conta',
    events: {
      'tenant.registered.v1': 'Conta aberta',
      'tenant.deactivated.v1': 'Conta desativada',
      'tenant.activated.v1': 'Conta reativada',
      'user.created.v1': 'Usuário criado',
      'user.edited.v1': 'Usuário alterado',
      'user.role-changed.v1': 'Papel de usuário mudado',
      'user.companies-assigned.v1': 'Empresas de usuário mudadas',
      'user.deactivated.v1': 'Usuário inativado',
      'user.activated.v1': 'Usuário ativado',
      'user.removed.v1': 'Usuário removido',
      'user.erased.v1': 'Dados de usuário apagados',
      'token.issued.v1': 'Token criado',
      'token.revoked.v1': 'Token revogado',
      'webhook.created.v1': 'Webhook cadastrado',
      'webhook.removed.v1': 'Webhook removido',
      'webhook.disabled.v1': 'Webhook desativado',
      'tag.created.v1': 'Etiqueta criada',
      'tag.renamed.v1': 'Etiqueta renomeada',
      'tag.removed.v1': 'Etiqueta removida',
      'credits.granted.v1': 'Créditos recebidos',
      'credits.monthly-set.v1': 'Créditos mensais alterados',
      'credits.reserved.v1': 'Créditos reservados',
      'credits.consumed.v1': 'Créditos usados',
      'credits.refunded.v1': 'Créditos devolvidos',
    },
  },
];

const LABELS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...webhookEventGroups.map(({ events }) => events),
);

/** Whether a webhook may be told of it; former releases told of more. */
export const isWebhookEvent = (type: string): boolean => type in LABELS;

/** The words for a type; one that is newer than this client goes by its own name. */
export const webhookEventLabel = (type: string): string => LABELS[type] ?? type;
