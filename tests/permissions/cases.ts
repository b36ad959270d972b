import { randomUUID } from 'node:crypto';

import type { ErrorCode, OperationName } from '@lacre/contracts';

import { fresh } from '../support/scenario.ts';
import { membersOf, TEMPLATE, type Place, type Things, type World } from './world.ts';

interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** A request for one thing, made so that it changes nothing which the requests after it need. */
export interface Case {
  /** company: a common user reaches it by its company · tenant: every user of the tenant does · issuer: it is one user's. */
  of: 'company' | 'tenant' | 'issuer';
  /** The code for a caller who does not reach it, as if there were none. */
  missing: ErrorCode;
  request: (things: Things, world: World, place: Place) => Input | Promise<Input>;
}

const company = (more: Partial<Input> = {}, missing: ErrorCode = 'COMPANY_NOT_FOUND'): Case => ({
  of: 'company',
  missing,
  request: ({ companyId }) => ({ params: { companyId }, ...more }),
});
const process = (more: (things: Things) => Partial<Input> = () => ({})): Case => ({
  of: 'company',
  missing: 'SIGNATURE_PROCESS_NOT_FOUND',
  request: (things) => {
    const { params, ...rest } = more(things);
    return { params: { processId: things.processId, ...params }, ...rest };
  },
});
const document = (params: Record<string, string> = {}): Case =>
  process(({ documentId }) => ({ params: { documentId, ...params } }));
const person = (body?: unknown): Case => ({
  of: 'tenant',
  missing: 'PERSON_NOT_FOUND',
  request: ({ personId }) => ({ params: { personId }, ...(body === undefined ? {} : { body }) }),
});
const user = (body?: unknown): Case => ({
  of: 'tenant',
  missing: 'AUTH_USER_NOT_FOUND',
  request: ({ userId }) => ({ params: { uid: userId }, ...(body === undefined ? {} : { body }) }),
});
/** Something of the whole tenant, named by its id alone. */
const shared = (
  name: 'templateId' | 'envelopeId' | 'signerGroupId' | 'webhookId',
  missing: ErrorCode,
  more: (things: Things) => Partial<Input> = () => ({}),
): Case => ({
  of: 'tenant',
  missing,
  request: (things) => {
    const { params, ...rest } = more(things);
    return { params: { [name]: things[name], ...params }, ...rest };
  },
});
const template = (more?: (things: Things) => Partial<Input>) =>
  shared('templateId', 'TEMPLATE_NOT_FOUND', more);
const envelope = (more?: (things: Things) => Partial<Input>) =>
  shared('envelopeId', 'ENVELOPE_NOT_FOUND', more);
const group = (more?: (things: Things) => Partial<Input>) => shared('signerGroupId', 'GROUP_NOT_FOUND', more);
const webhook = (more?: (things: Things) => Partial<Input>) => shared('webhookId', 'WEBHOOK_NOT_FOUND', more);
const NOBODY = randomUUID();
const DEADLINE = new Date(Date.now() + 20 * 86_400_000).toISOString();

/** Every operation that names something of a tenant. In the order in which they are tried: what removes comes last. */
export const CASES: Partial<Record<OperationName, Case>> = {
  getCompany: company(),
  companyUsers: company(),
  editCompany: company({ body: { companyName: 'Mesma Empresa Ltda' } }),
  activateCompany: company(),
  createProcess: {
    of: 'company',
    missing: 'COMPANY_NOT_FOUND',
    request: ({ companyId }, { proof }) => ({
      body: { summary: 'Contrato', companyId, documents: [{ proof }], participants: [] },
    }),
  },
  getProcess: process(),
  processTimeline: process(),
  processMoment: process(() => ({ params: { revision: '0' } })),
  cancelProcess: process(() => ({ body: { documentId: NOBODY } })),
  extendDeadline: process(() => ({ body: { deadline: DEADLINE } })),
  remindParticipants: process(() => ({ body: { personIds: [NOBODY] } })),
  replaceContact: {
    of: 'company',
    missing: 'SIGNATURE_PROCESS_NOT_FOUND',
    request: ({ processId }) => ({
      params: { processId, personId: NOBODY },
      body: { email: 'outro@exemplo.com.br', reason: 'Digitado errado' },
    }),
  },
  replaceParticipant: {
    of: 'company',
    missing: 'SIGNATURE_PROCESS_NOT_FOUND',
    request: ({ processId }, { things }) => ({
      params: { processId, personId: NOBODY },
      body: { personId: things.assigned.personId },
    }),
  },
  duplicateProcess: process(),
  setProcessTags: process(() => ({ body: { tagIds: [] } })),
  requestDownload: {
    of: 'company',
    missing: 'SIGNATURE_PROCESS_NOT_FOUND',
    request: ({ processId }) => ({ body: { processIds: [processId] } }),
  },
  createPartialCopy: document({ documentId: NOBODY }),
  downloadPartialCopy: document({ copyId: NOBODY }),
  readDocument: document(),
  documentSignatures: document(),
  downloadSealed: document(),
  downloadEvidence: document(),
  evidenceKey: document(),
  getPerson: person(),
  editPerson: person({ name: 'Ana Souza', email: 'ana.souza@exemplo.com.br' }),
  exportPerson: person(),
  readAvatar: user(),
  exportUser: user(),
  editUser: { ...user({ user: { name: 'Mesmo Nome' } }), of: 'issuer' },
  inviteUser: user(),
  promoteAdministrator: user(),
  demoteAdministrator: user(),
  renameTag: {
    of: 'tenant',
    missing: 'TAG_NOT_FOUND',
    request: ({ tagId }) => ({ params: { tagId }, body: { name: `Etiqueta ${fresh()}` } }),
  },
  revokeTotem: {
    of: 'tenant',
    missing: 'DEVICE_NOT_FOUND',
    request: ({ totemId, totemUserId }) => ({ params: { uid: totemUserId, totemId } }),
  },
  revokeToken: {
    of: 'issuer',
    missing: 'TOKEN_NOT_FOUND',
    request: ({ tokenId }) => ({ params: { tokenId } }),
  },
  getTemplate: template(),
  readTemplate: template(),
  editTemplate: template(() => ({ body: TEMPLATE })),
  fillTemplate: {
    of: 'company',
    missing: 'COMPANY_NOT_FOUND',
    request: ({ companyId }, { things }) => ({
      params: { templateId: things.assigned.templateId },
      body: { companyId, participants: [] },
    }),
  },
  previewFilledTemplate: {
    of: 'company',
    missing: 'COMPANY_NOT_FOUND',
    request: ({ companyId }, { things }) => ({
      params: { templateId: things.assigned.templateId },
      body: { companyId, participants: [] },
    }),
  },
  getEnvelope: envelope(),
  editEnvelope: envelope(({ templateId }) => ({ body: { name: 'Mesmo', templateIds: [templateId] } })),
  getSignerGroup: group(),
  editSignerGroup: group(({ personId }) => ({
    body: { name: 'Mesmo', members: membersOf(personId, NOBODY) },
  })),
  getWebhook: webhook(),
  editWebhook: webhook(() => ({ body: { url: 'https://exemplo.com.br/outros-avisos' } })),
  pauseWebhook: webhook(),
  resumeWebhook: webhook(),
  rotateWebhookSecret: webhook(),
  listWebhookDeliveries: webhook(),
  replayWebhookDelivery: webhook(() => ({ params: { eventId: NOBODY } })),
  erasePerson: person({ reason: 'subject-request' }),
  removePerson: person(),
  deactivateCompany: company(),
  removeCompany: company(),
  eraseUser: user({ reason: 'subject-request' }),
  removeTag: {
    of: 'tenant',
    missing: 'TAG_NOT_FOUND',
    request: async ({ tagId }, { callers }, place) => {
      if (place === 'other tenant') return { params: { tagId } };
      const name = `Etiqueta ${fresh()}`;
      return { params: { tagId: (await callers.administrator.call('createTag', { body: { name } })).tagId } };
    },
  },
  removeUser: user(),
};

/** What these name is nothing of a tenant's that another could reach, or is tried beside the service that answers. */
export const WITHOUT_A_CASE: Partial<Record<OperationName, string>> = {
  tenantBranding: 'an address that is public',
  tenantImage: 'an image that is public',
  delegateSignature: 'of the caller alone: services/command/src/process/delegating.test.ts',
  signingInvitation: 'the link of an invitation, which its holder follows before they are known',
  validateByCode: 'a code printed on a document',
  downloadByCode: 'a code and a secret printed on a document',
  lookUpCnpj: 'a public register',
  lookUpCep: 'a public register',
  removeDomain: 'looked for among the caller’s own tenant’s domains alone',
  getDownload: 'its requester’s alone: services/query/src/routes/process/downloads.test.ts',
  downloadArchive: 'its requester’s alone: services/signer/src/download/download-archive.test.ts',
  acceptAdministration:
    'looked for in the caller’s own tenant alone: services/command/src/tenant/administrator-routes.test.ts',
  endAdministrationOffer:
    'looked for in the caller’s own tenant alone: services/command/src/tenant/administrator-routes.test.ts',
  finalizeFactor: 'looked for among the caller’s own alone',
  withdrawFactor: 'looked for among the caller’s own alone',
  removePasskey: 'looked for among the caller’s own alone',
  revokeSession: 'looked for among the caller’s own alone',
  useTemplate: 'its company as createProcess has it: services/command/src/template/template-routes.test.ts',
  useEnvelope: 'its company as createProcess has it: services/command/src/template/template-routes.test.ts',
  saveProcessDraft: 'tried beside the service: services/command/src/process-draft/shared-drafts.test.ts',
  getProcessDraft: 'tried beside the service: services/command/src/process-draft/shared-drafts.test.ts',
  previewInvitation:
    'tried beside the service: services/command/src/process-draft/preview-invitation.test.ts',
  removeProcessDraft: 'tried beside the service: services/command/src/process-draft/shared-drafts.test.ts',
  saveProcessView: 'kept for the caller alone: services/command/src/process-view/process-view-routes.test.ts',
  removeProcessView:
    'looked for among the caller’s own alone: services/command/src/process-view/process-view-routes.test.ts',
  readUpload:
    'a proof, of its own uploader’s tenant alone: services/signer/src/intake/upload-document.test.ts',
  removeTemplate: 'tried beside the service: services/command/src/template/template-routes.test.ts',
  removeEnvelope: 'tried beside the service: services/command/src/template/template-routes.test.ts',
  removeSignerGroup: 'tried beside the service: services/command/src/template/template-routes.test.ts',
  removeWebhook: 'tried beside the service: services/command/src/webhook/webhook-routes.test.ts',
  sendFaceFrame: 'looked for among the caller’s own alone',
  sendFacePhoto: 'looked for among the caller’s own alone',
  proveFace: 'looked for among the caller’s own alone',
  readFacePhoto: 'the caller’s own alone: services/signer/src/face/face-routes.test.ts',
  erasePersonFace: 'tried beside the service: services/signer/src/face/face-routes.test.ts',
  unsubscribePush: 'looked for among the caller’s own alone',
  forgetPersonDevice: 'looked for among the caller’s own alone',
};
