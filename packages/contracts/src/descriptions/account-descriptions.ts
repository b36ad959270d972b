import type { EventType } from '../events/index.ts';
import type { EventDescription } from './description.ts';

/** The events of an account, and of those who work in it. */
export const accountDescriptions = {
  TenantRegistered: {
    title: 'Conta aberta',
    history: 'Abriu a conta',
    feed: { type: 'tenant.registered.v1', reach: 'stewards', summary: 'A conta foi aberta' },
  },
  UserCreated: {
    title: 'Usuário criado',
    history: 'Criou um usuário',
    feed: { type: 'user.created.v1', reach: 'stewards', summary: 'Um usuário foi criado' },
  },
  PersonSignedIn: { history: 'Entrou para assinar' },
  PersonSessionsEnded: null,
  PersonSignedOut: null,
  PersonDeviceRemembered: null,
  PersonDeviceForgotten: null,
  UserSignedIn: { history: 'Entrou' },
  UserSignedOut: null,
  UserSignInHeld: { history: 'Entrada segurada por muitas tentativas' },
  UserPasswordChanged: { history: 'Trocou a senha' },
  UserEmailVerified: { history: 'Confirmou o email' },
  UserPhoneVerified: { history: 'Confirmou o celular' },
  UserSecondFactorEnrolled: { history: 'Incluiu um segundo fator' },
  UserSecondFactorWithdrawn: { history: 'Retirou um segundo fator' },
  UserRecoveryCodesIssued: { history: 'Gerou códigos de recuperação' },
  UserPasskeyRegistered: { history: 'Criou uma chave de acesso' },
  UserPasskeyRemoved: { history: 'Removeu uma chave de acesso' },
  UserGoogleLinked: { history: 'Ligou a conta do Google' },
  UserGoogleUnlinked: { history: 'Desligou a conta do Google' },
  UserSessionsRevoked: { history: 'Encerrou sessões' },
  UserAccessTakenBack: { history: 'Desfez os acessos dados enquanto o email era outro' },
  UserRecoveryIssued: { history: 'Recuperação de acesso pela plataforma' },
  TenantDeactivated: {
    title: 'Conta desativada',
    history: 'Conta desativada',
    feed: {
      type: 'tenant.deactivated.v1',
      reach: 'stewards',
      summary: 'A conta foi desativada pela plataforma',
    },
  },
  TenantActivated: {
    title: 'Conta reativada',
    history: 'Conta reativada',
    feed: { type: 'tenant.activated.v1', reach: 'stewards', summary: 'A conta voltou a funcionar' },
  },
  TenantSettingsChanged: { history: 'Mudou as configurações' },
  TenantImageChanged: { history: 'Trocou uma imagem da conta' },
  TenantDomainAdded: { history: 'Incluiu um domínio' },
  TenantDomainRemoved: { history: 'Retirou um domínio' },
  // UserRoleChanged is in the feed instead, once the role is in force.
  TenantAdministratorAdded: null,
  TenantAdministratorRemoved: null,
  AdministrationOffered: { history: 'Ofereceu a administração da conta' },
  AdministrationAccepted: { history: 'Aceitou a administração da conta' },
  AdministrationOfferEnded: { history: 'Encerrou a oferta da administração' },
  UserInvited: { history: 'Convidou um usuário' },
  UserInvitationAccepted: { history: 'Aceitou o convite' },
  UserEdited: {
    title: 'Usuário alterado',
    history: 'Alterou um usuário',
    feed: { type: 'user.edited.v1', reach: 'stewards', summary: 'Os dados de um usuário mudaram' },
  },
  UserEmailChangeRequested: { history: 'Pediu a troca do email' },
  UserEmailChangeCanceled: { history: 'Desistiu da troca do email' },
  UserRoleChanged: {
    title: 'Papel de usuário mudado',
    history: 'Mudou o papel de um usuário',
    feed: { type: 'user.role-changed.v1', reach: 'stewards', summary: 'O papel de um usuário mudou' },
  },
  UserCompaniesAssigned: {
    title: 'Empresas de usuário mudadas',
    history: 'Mudou as empresas de um usuário',
    feed: {
      type: 'user.companies-assigned.v1',
      reach: 'stewards',
      summary: 'As empresas de um usuário comum mudaram',
    },
  },
  UserDeactivated: {
    title: 'Usuário inativado',
    history: 'Inativou um usuário',
    feed: { type: 'user.deactivated.v1', reach: 'stewards', summary: 'Um usuário foi inativado' },
  },
  UserActivated: {
    title: 'Usuário ativado',
    history: 'Ativou um usuário',
    feed: { type: 'user.activated.v1', reach: 'stewards', summary: 'Um usuário foi ativado' },
  },
  UserAvatarChanged: { history: 'Trocou a foto de um usuário' },
  UserRemoved: {
    title: 'Usuário removido',
    history: 'Removeu um usuário',
    feed: { type: 'user.removed.v1', reach: 'stewards', summary: 'Um usuário foi removido' },
  },
  TotemRegistered: { history: 'Pôs um totem em serviço' },
  TotemRevoked: { history: 'Tirou um totem de serviço' },
  ApiTokenIssued: {
    title: 'Token criado',
    history: 'Criou um token de API',
    feed: { type: 'token.issued.v1', reach: 'stewards', summary: 'Um token de API foi criado' },
  },
  ApiTokenRevoked: {
    title: 'Token revogado',
    history: 'Revogou um token de API',
    feed: { type: 'token.revoked.v1', reach: 'stewards', summary: 'Um token de API foi revogado' },
  },
  TagCreated: {
    title: 'Etiqueta criada',
    history: 'Criou uma etiqueta',
    feed: { type: 'tag.created.v1', reach: 'members', summary: 'Uma etiqueta foi criada' },
  },
  TagRenamed: {
    title: 'Etiqueta renomeada',
    history: 'Renomeou uma etiqueta',
    feed: { type: 'tag.renamed.v1', reach: 'members', summary: 'Uma etiqueta mudou de nome' },
  },
  TagRemoved: {
    title: 'Etiqueta removida',
    history: 'Removeu uma etiqueta',
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
    history: 'Conta recebeu créditos',
    feed: { type: 'credits.granted.v1', reach: 'stewards', summary: 'A conta ganhou créditos' },
  },
  MonthlyCreditsSet: {
    title: 'Créditos mensais alterados',
    history: 'Créditos mensais alterados pela plataforma',
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
