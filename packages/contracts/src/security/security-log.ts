import type { OperationName } from '../api/paths.ts';

/** What a line of the security log is about, and how people read it. */
export const securityKinds = {
  'sign-in': 'Entrada',
  'sign-in-refused': 'Entrada recusada',
  refused: 'Acesso recusado',
  limited: 'Limite atingido',
  'access-change': 'Mudança de acesso',
  export: 'Saída de dados',
} as const;
export type SecurityKind = keyof typeof securityKinds;
export const SECURITY_KINDS = Object.keys(securityKinds) as [SecurityKind, ...SecurityKind[]];

interface Noted {
  kind: Extract<SecurityKind, 'sign-in' | 'access-change' | 'export'>;
  label: string;
}

const all = (kind: Noted['kind'], labels: { readonly [Name in OperationName]?: string }): [string, Noted][] =>
  Object.entries(labels).map(([name, label]) => [name, { kind, label }]);

/** Operations whose success is a line of the security log (ASVS 5.0, V16.3), and what it says. */
export const securityOperations: ReadonlyMap<string, Noted> = new Map<string, Noted>([
  ...all('sign-in', {
    signIn: 'Entrada por senha',
    finishSecondFactor: 'Entrada com segundo fator',
    openSignInLink: 'Entrada por link',
    finishGoogleSignIn: 'Entrada pelo Google',
    openPhoneSession: 'Entrada por telefone',
    finishPasskeySignIn: 'Entrada por chave de acesso',
    acceptInvitation: 'Convite aceito',
    openSigningSession: 'Entrada de signatário',
    openTotemSession: 'Entrada de signatário no totem',
    resetPassword: 'Senha redefinida por link',
  }),
  ...all('access-change', {
    registerTenant: 'Conta aberta',
    createUser: 'Usuário criado',
    editUser: 'Usuário alterado',
    removeUser: 'Usuário removido',
    inviteUser: 'Convite enviado',
    promoteAdministrator: 'Administrador incluído',
    demoteAdministrator: 'Administrador retirado',
    offerAdministration: 'Administração oferecida',
    acceptAdministration: 'Administração aceita',
    endAdministrationOffer: 'Oferta da administração encerrada',
    createToken: 'Token criado',
    revokeToken: 'Token revogado',
    registerTotem: 'Totem registrado',
    revokeTotem: 'Totem revogado',
    changePassword: 'Senha alterada',
    requestEmailChange: 'Troca de email pedida',
    cancelEmailChange: 'Troca de email cancelada',
    confirmEmailChange: 'Email trocado',
    undoEmailChange: 'Troca de email desfeita',
    finalizeFactor: 'Segundo fator cadastrado',
    withdrawFactor: 'Segundo fator removido',
    renewRecoveryCodes: 'Códigos de recuperação renovados',
    finishPasskey: 'Chave de acesso cadastrada',
    removePasskey: 'Chave de acesso removida',
    unlinkGoogle: 'Conta Google desvinculada',
    revokeSession: 'Sessão encerrada',
    revokeOtherSessions: 'Outras sessões encerradas',
    deleteAccount: 'Conta de usuário excluída',
    confirmEmail: 'Email confirmado',
    verifyPhone: 'Telefone confirmado',
    addDomain: 'Domínio incluído',
    removeDomain: 'Domínio removido',
    editTenantSettings: 'Configurações da conta alteradas',
    createWebhook: 'Webhook criado',
    editWebhook: 'Webhook alterado',
    removeWebhook: 'Webhook removido',
    pauseWebhook: 'Webhook pausado',
    resumeWebhook: 'Webhook retomado',
    rotateWebhookSecret: 'Segredo de webhook trocado',
    replaceContact: 'Contato de participante trocado',
    replaceParticipant: 'Participante trocado',
    enrolFace: 'Rosto cadastrado',
    eraseFace: 'Rosto apagado por quem assina',
    erasePersonFace: 'Rosto apagado',
    removePerson: 'Pessoa removida',
    erasePerson: 'Pessoa apagada',
    eraseUser: 'Usuário apagado',
    forgetPersonDevice: 'Dispositivo esquecido',
  }),
  ...all('export', {
    exportPerson: 'Dados de pessoa exportados',
    exportUser: 'Dados de usuário exportados',
    requestDownload: 'Download pedido',
    downloadArchive: 'Download baixado',
    exportEvents: 'Eventos exportados',
    exportSecurityEvents: 'Registro de segurança exportado',
    exportCreditStatement: 'Extrato de créditos exportado',
    exportReport: 'Relatório exportado',
  }),
]);
