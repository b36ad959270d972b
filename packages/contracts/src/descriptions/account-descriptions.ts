import type { EventType } from '../events/index.ts';
import type { EventDescription } from './description.ts';

/** The events of an account, and of those who work in it. */
export const accountDescriptions = {
  TenantRegistered: {
    title: 'Conta aberta',
    history: ['account', 'Abriu a conta'],
    feed: { type: 'tenant.registered.v1', reach: 'stewards', summary: 'A conta foi aberta' },
  },
  UserCreated: {
    title: 'Usuário criado',
    history: ['user', 'Criou um usuário'],
    feed: { type: 'user.created.v1', reach: 'stewards', summary: 'Um usuário foi criado' },
  },
  PersonSignedIn: { history: ['access', 'Entrou para assinar'] },
  PersonSessionsEnded: null,
  PersonSignedOut: null,
  PersonDeviceRemembered: null,
  PersonDeviceForgotten: null,
  UserSignedIn: { history: ['access', 'Entrou'] },
  UserSignedOut: null,
  UserSignInHeld: { history: ['access', 'Entrada segurada por muitas tentativas'] },
  UserPasswordChanged: { history: ['access', 'Trocou a senha'] },
  UserEmailVerified: { history: ['access', 'Confirmou o email'] },
  UserPhoneVerified: { history: ['access', 'Confirmou o celular'] },
  UserSecondFactorEnrolled: { history: ['access', 'Incluiu um segundo fator'] },
  UserSecondFactorWithdrawn: { history: ['access', 'Retirou um segundo fator'] },
  UserRecoveryCodesIssued: { history: ['access', 'Gerou códigos de recuperação'] },
  UserPasskeyRegistered: { history: ['access', 'Criou uma chave de acesso'] },
  UserPasskeyRemoved: { history: ['access', 'Removeu uma chave de acesso'] },
  UserGoogleLinked: { history: ['access', 'Ligou a conta do Google'] },
  UserGoogleUnlinked: { history: ['access', 'Desligou a conta do Google'] },
  UserSessionsRevoked: { history: ['access', 'Encerrou sessões'] },
  UserAccessTakenBack: { history: ['access', 'Desfez os acessos dados enquanto o email era outro'] },
  UserRecoveryIssued: { history: ['access', 'Recuperação de acesso pela plataforma'] },
  TenantDeactivated: {
    title: 'Conta desativada',
    history: ['account', 'Conta desativada'],
    feed: {
      type: 'tenant.deactivated.v1',
      reach: 'stewards',
      summary: 'A conta foi desativada pela plataforma',
    },
  },
  TenantActivated: {
    title: 'Conta reativada',
    history: ['account', 'Conta reativada'],
    feed: { type: 'tenant.activated.v1', reach: 'stewards', summary: 'A conta voltou a funcionar' },
  },
  TenantSettingsChanged: { history: ['account', 'Mudou as configurações'] },
  TenantImageChanged: { history: ['account', 'Trocou uma imagem da conta'] },
  TenantDomainAdded: { history: ['account', 'Incluiu um domínio'] },
  TenantDomainRemoved: { history: ['account', 'Retirou um domínio'] },
  // UserRoleChanged is in the feed instead, once the role is in force.
  TenantAdministratorAdded: null,
  TenantAdministratorRemoved: null,
  AdministrationOffered: { history: ['user', 'Ofereceu a administração da conta'] },
  AdministrationAccepted: { history: ['user', 'Aceitou a administração da conta'] },
  AdministrationOfferEnded: { history: ['user', 'Encerrou a oferta da administração'] },
  UserInvited: { history: ['user', 'Convidou um usuário'] },
  UserInvitationAccepted: { history: ['user', 'Aceitou o convite'] },
  UserEdited: {
    title: 'Usuário alterado',
    history: ['user', 'Alterou um usuário'],
    feed: { type: 'user.edited.v1', reach: 'stewards', summary: 'Os dados de um usuário mudaram' },
  },
  UserEmailChangeRequested: { history: ['user', 'Pediu a troca do email'] },
  UserEmailChangeCanceled: { history: ['user', 'Desistiu da troca do email'] },
  UserRoleChanged: {
    title: 'Papel de usuário mudado',
    history: ['user', 'Mudou o papel de um usuário'],
    feed: { type: 'user.role-changed.v1', reach: 'stewards', summary: 'O papel de um usuário mudou' },
  },
  UserCompaniesAssigned: {
    title: 'Empresas de usuário mudadas',
    history: ['user', 'Mudou as empresas de um usuário'],
    feed: {
      type: 'user.companies-assigned.v1',
      reach: 'stewards',
      summary: 'As empresas de um usuário comum mudaram',
    },
  },
  UserDeactivated: {
    title: 'Usuário inativado',
    history: ['user', 'Inativou um usuário'],
    feed: { type: 'user.deactivated.v1', reach: 'stewards', summary: 'Um usuário foi inativado' },
  },
  UserActivated: {
    title: 'Usuário ativado',
    history: ['user', 'Ativou um usuário'],
    feed: { type: 'user.activated.v1', reach: 'stewards', summary: 'Um usuário foi ativado' },
  },
  UserAvatarChanged: { history: ['user', 'Trocou a foto de um usuário'] },
  UserRemoved: {
    title: 'Usuário removido',
    history: ['user', 'Removeu um usuário'],
    feed: { type: 'user.removed.v1', reach: 'stewards', summary: 'Um usuário foi removido' },
  },
  TotemRegistered: { history: ['account', 'Pôs um totem em serviço'] },
  TotemRevoked: { history: ['account', 'Tirou um totem de serviço'] },
  ApiTokenIssued: {
    title: 'Token criado',
    history: ['account', 'Criou um token de API'],
    feed: { type: 'token.issued.v1', reach: 'stewards', summary: 'Um token de API foi criado' },
  },
  ApiTokenRevoked: {
    title: 'Token revogado',
    history: ['account', 'Revogou um token de API'],
    feed: { type: 'token.revoked.v1', reach: 'stewards', summary: 'Um token de API foi revogado' },
  },
  TagCreated: {
    title: 'Etiqueta criada',
    history: ['model', 'Criou uma etiqueta'],
    feed: { type: 'tag.created.v1', reach: 'members', summary: 'Uma etiqueta foi criada' },
  },
  TagRenamed: {
    title: 'Etiqueta renomeada',
    history: ['model', 'Renomeou uma etiqueta'],
    feed: { type: 'tag.renamed.v1', reach: 'members', summary: 'Uma etiqueta mudou de nome' },
  },
  TagRemoved: {
    title: 'Etiqueta removida',
    history: ['model', 'Removeu uma etiqueta'],
    feed: {
      type: 'tag.removed.v1',
      reach: 'members',
      summary: 'Uma etiqueta foi removida, de todos os processos',
    },
  },
  WebhookCreated: {
    title: 'Webhook cadastrado',
    feed: { type: 'webhook.created.v1', reach: 'stewards', summary: 'Um webhook foi cadastrado' },
  },
  WebhookEdited: null,
  WebhookPaused: null,
  WebhookResumed: null,
  WebhookSecretRotated: null,
  WebhookDisabled: {
    title: 'Webhook desativado',
    feed: {
      type: 'webhook.disabled.v1',
      reach: 'stewards',
      summary: 'Um webhook foi desativado, por dias de falhas',
    },
  },
  WebhookReplayRequested: null,
  WebhookRemoved: {
    title: 'Webhook removido',
    feed: { type: 'webhook.removed.v1', reach: 'stewards', summary: 'Um webhook foi removido' },
  },
  CreditsGranted: {
    title: 'Créditos recebidos',
    history: ['account', 'Conta recebeu créditos'],
    feed: { type: 'credits.granted.v1', reach: 'stewards', summary: 'A conta ganhou créditos' },
  },
  MonthlyCreditsSet: {
    title: 'Créditos mensais alterados',
    history: ['account', 'Créditos mensais alterados pela plataforma'],
    feed: {
      type: 'credits.monthly-set.v1',
      reach: 'stewards',
      summary: 'Os créditos que a conta ganha a cada mês mudaram',
    },
  },
  CreditsReserved: {
    title: 'Créditos reservados',
    feed: {
      type: 'credits.reserved.v1',
      reach: 'stewards',
      summary: 'Créditos foram reservados para um processo',
    },
  },
  CreditsConsumed: {
    title: 'Créditos usados',
    feed: { type: 'credits.consumed.v1', reach: 'stewards', summary: 'Créditos foram consumidos' },
  },
  CreditsRefunded: {
    title: 'Créditos devolvidos',
    feed: { type: 'credits.refunded.v1', reach: 'stewards', summary: 'Créditos foram devolvidos' },
  },
  // Of the log itself: the positions carry it.
  InstallationBegan: null,
  LogAdopted: null,
  LogMoved: null,
  NotificationSent: null,
  NotificationUndeliverable: null,
} as const satisfies { readonly [Type in EventType]?: EventDescription | null };
