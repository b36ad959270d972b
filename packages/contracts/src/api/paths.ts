/**
 * Method and path of every operation under `/api`, free of schemas so that the client can import it for nothing.
 * The source specification's paths are kept to the letter; the rest follow the same singular style.
 */
export const paths = {
  // identity
  registerTenant: { method: 'POST', path: '/tenant' },
  signIn: { method: 'POST', path: '/session' },
  refreshSession: { method: 'POST', path: '/session/refresh' },
  signOut: { method: 'DELETE', path: '/session' },
  requestSigningCode: { method: 'POST', path: '/signature/code' },
  openSigningSession: { method: 'POST', path: '/signature/session' },
  requestActCode: { method: 'POST', path: '/signature/sign/code' },
  listPersonDevices: { method: 'GET', path: '/signature/device' },
  forgetPersonDevice: { method: 'DELETE', path: '/signature/device/{deviceId}' },
  currentUser: { method: 'GET', path: '/user/current' },
  tenantBranding: { method: 'GET', path: '/tenant/branding/{domain}' },
  tenantCredits: { method: 'GET', path: '/tenant/credits' },
  // users
  createUser: { method: 'POST', path: '/user' },
  editUser: { method: 'PATCH', path: '/user/{uid}' },
  removeUser: { method: 'DELETE', path: '/user/{id}' },
  inviteUser: { method: 'POST', path: '/user/{uid}/invitation' },
  acceptInvitation: { method: 'POST', path: '/session/invitation' },
  listUsers: { method: 'GET', path: '/tenant/users' },
  companyUsers: { method: 'GET', path: '/company/{companyId}/users' },
  readAvatar: { method: 'GET', path: '/user/{uid}/avatar' },
  // API tokens
  createToken: { method: 'POST', path: '/token' },
  listTokens: { method: 'GET', path: '/token' },
  revokeToken: { method: 'DELETE', path: '/token/{tokenId}' },
  // companies and persons
  createCompany: { method: 'POST', path: '/company' },
  editCompany: { method: 'PATCH', path: '/company/{companyId}' },
  activateCompany: { method: 'POST', path: '/company/{companyId}/activate' },
  deactivateCompany: { method: 'POST', path: '/company/{companyId}/deactivate' },
  removeCompany: { method: 'DELETE', path: '/company/{companyId}' },
  listCompanies: { method: 'GET', path: '/company' },
  getCompany: { method: 'GET', path: '/company/{companyId}' },
  createPerson: { method: 'POST', path: '/person' },
  createPersonBatch: { method: 'POST', path: '/person/batch' },
  editPerson: { method: 'PATCH', path: '/person/{personId}' },
  removePerson: { method: 'DELETE', path: '/person/{personId}' },
  listPersons: { method: 'GET', path: '/person' },
  getPerson: { method: 'GET', path: '/person/{personId}' },
  // personal data
  erasePerson: { method: 'POST', path: '/person/{personId}/erase' },
  eraseUser: { method: 'POST', path: '/user/{uid}/erase' },
  exportPerson: { method: 'GET', path: '/person/{personId}/personal-data' },
  exportUser: { method: 'GET', path: '/user/{uid}/personal-data' },
  // look-ups
  lookUpCnpj: { method: 'GET', path: '/lookup/cnpj/{cnpj}' },
  lookUpCep: { method: 'GET', path: '/lookup/cep/{cep}' },
  lookUpPlace: { method: 'GET', path: '/lookup/place' },
  // processes
  uploadDocument: { method: 'POST', path: '/upload' },
  createProcess: { method: 'POST', path: '/process' },
  cancelProcess: { method: 'POST', path: '/process/{processId}/cancel' },
  extendDeadline: { method: 'POST', path: '/process/{processId}/deadline' },
  remindParticipants: { method: 'POST', path: '/process/{processId}/reminder' },
  replaceParticipant: { method: 'POST', path: '/process/{processId}/participant/{personId}/replace' },
  listProcesses: { method: 'GET', path: '/process' },
  getProcess: { method: 'GET', path: '/process/{processId}' },
  processTimeline: { method: 'GET', path: '/process/{processId}/timeline' },
  readDocument: { method: 'GET', path: '/process/{processId}/document/{documentId}/original' },
  downloadSealed: { method: 'GET', path: '/process/{processId}/document/{documentId}/sealed' },
  downloadEvidence: { method: 'GET', path: '/process/{processId}/document/{documentId}/evidence' },
  createPartialCopy: { method: 'POST', path: '/process/{processId}/document/{documentId}/partial-copy' },
  downloadPartialCopy: {
    method: 'GET',
    path: '/process/{processId}/document/{documentId}/partial-copy/{copyId}',
  },
  sealStatus: { method: 'GET', path: '/tenant/seal' },
  dashboard: { method: 'GET', path: '/dashboard' },
  // signing
  listSignatures: { method: 'GET', path: '/signature' },
  sign: { method: 'POST', path: '/signature/sign' },
  reject: { method: 'POST', path: '/signature/reject' },
  // downloads
  requestDownload: { method: 'POST', path: '/download' },
  listDownloads: { method: 'GET', path: '/download' },
  getDownload: { method: 'GET', path: '/download/{downloadId}' },
  downloadArchive: { method: 'GET', path: '/download/{downloadId}/file' },
  // integration
  eventFeed: { method: 'GET', path: '/event-feed' },
  createWebhook: { method: 'POST', path: '/webhook' },
  listWebhooks: { method: 'GET', path: '/webhook' },
  getWebhook: { method: 'GET', path: '/webhook/{webhookId}' },
  editWebhook: { method: 'PATCH', path: '/webhook/{webhookId}' },
  removeWebhook: { method: 'DELETE', path: '/webhook/{webhookId}' },
  pauseWebhook: { method: 'POST', path: '/webhook/{webhookId}/pause' },
  resumeWebhook: { method: 'POST', path: '/webhook/{webhookId}/resume' },
  rotateWebhookSecret: { method: 'POST', path: '/webhook/{webhookId}/secret' },
  listWebhookDeliveries: { method: 'GET', path: '/webhook/{webhookId}/delivery' },
  replayWebhookDelivery: { method: 'POST', path: '/webhook/{webhookId}/delivery/{eventId}/replay' },
  // public
  validateDocument: { method: 'POST', path: '/validate' },
  validateByCode: { method: 'GET', path: '/validate/{code}' },
  downloadByCode: { method: 'GET', path: '/validate/{code}/file' },
} as const satisfies Record<string, { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: `/${string}` }>;

export type OperationName = keyof typeof paths;
