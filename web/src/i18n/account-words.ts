import type { AnswerOf, CreditKind, Role, Scope, SignInMethod } from '@lacre/contracts';
import { WEBHOOK_RETRY_HOURS } from '@lacre/contracts/limits';
import { creditKinds } from '@lacre/contracts/record-words';

import type { Word } from './vocabulary.ts';

/** Words for what runs an account. */

export const downloadStates: Record<AnswerOf<'getDownload'>['state'], Word> = {
  queued: { label: 'Na fila', tone: 'info', meaning: 'O preparo começa em instantes.' },
  preparing: { label: 'Preparando', tone: 'info', meaning: 'Os documentos estão sendo reunidos.' },
  retrying: {
    label: 'Nova tentativa',
    tone: 'warning',
    meaning: 'O último preparo não deu certo e será refeito.',
  },
  ready: { label: 'Pronto', tone: 'success', meaning: 'O arquivo pode ser baixado.' },
  expired: { label: 'Expirado', tone: 'neutral', meaning: 'O prazo terminou e o arquivo foi apagado.' },
};

export const roleWords: Record<Role, string> = {
  administrator: 'Administrador',
  manager: 'Gerente',
  common: 'Usuário comum',
  totem: 'Totem',
};

export const tokenStates: Record<AnswerOf<'listTokens'>['items'][number]['status'], Word> = {
  active: { label: 'Ativo', tone: 'success', meaning: 'Pode ser usado.' },
  expired: { label: 'Vencido', tone: 'warning', meaning: 'O prazo dele terminou.' },
  revoked: { label: 'Revogado', tone: 'neutral', meaning: 'Foi revogado e não vale mais.' },
};

export const scopeWords: Record<Scope, { label: string; meaning: string }> = {
  read: { label: 'Consultar', meaning: 'Ver e baixar o que você vê. Não muda nada.' },
  processes: { label: 'Processos', meaning: 'Pedir, acompanhar e cancelar assinaturas.' },
  registers: { label: 'Cadastros', meaning: 'Empresas, pessoas, modelos, grupos e etiquetas.' },
  account: {
    label: 'Conta',
    meaning: 'Usuários, configurações, webhooks e dados pessoais. Nunca o seu próprio acesso.',
  },
};

export const webhookStates: Record<AnswerOf<'getWebhook'>['status'], Word> = {
  active: { label: 'Ativo', tone: 'success', meaning: 'Recebe os eventos à medida que acontecem.' },
  paused: {
    label: 'Pausado',
    tone: 'warning',
    meaning: 'O que acontecer fica guardado até ele ser retomado.',
  },
  disabled: {
    label: 'Desativado',
    tone: 'danger',
    meaning: 'Falhou por dias: nada mais é guardado para ele até ser retomado.',
  },
};

export const deliveryStates: Record<AnswerOf<'listWebhookDeliveries'>['items'][number]['status'], Word> = {
  pending: { label: 'Na fila', tone: 'info', meaning: 'Será enviado, ou tentado de novo.' },
  delivered: { label: 'Entregue', tone: 'success', meaning: 'O endereço recebeu.' },
  dead: {
    label: 'Desistimos',
    tone: 'danger',
    meaning: `Não foi recebido em ${WEBHOOK_RETRY_HOURS} horas; pode ser enviado de novo.`,
  },
};

export const creditMovements: Record<CreditKind, Word> = {
  granted: { label: creditKinds.granted, tone: 'success', meaning: 'A conta ganhou créditos.' },
  reserved: {
    label: creditKinds.reserved,
    tone: 'warning',
    meaning: 'Presos a documentos de um processo novo.',
  },
  consumed: { label: creditKinds.consumed, tone: 'primary', meaning: 'O documento foi selado.' },
  refunded: { label: creditKinds.refunded, tone: 'info', meaning: 'O documento foi cancelado ou recusado.' },
};

/** After "entrou por". */
export const signInMethods: Record<SignInMethod, string> = {
  password: 'senha',
  'email-link': 'link no email',
  google: 'Google',
  phone: 'SMS',
  passkey: 'chave de acesso',
};
