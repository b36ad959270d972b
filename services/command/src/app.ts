import { buildService, type ServiceOptions } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { acceptInvitation } from './routes/accept-invitation.ts';
import { activateCompany } from './routes/activate-company.ts';
import { addDomain } from './routes/add-domain.ts';
import {
  acceptAdministration,
  administrationOffer,
  demoteAdministrator,
  endAdministrationOffer,
  offerAdministration,
  promoteAdministrator,
} from './routes/administrators.ts';
import { cancelProcess } from './routes/cancel-process.ts';
import { closeSigningSession } from './routes/close-signing-session.ts';
import { createCompany } from './routes/create-company.ts';
import { createEnvelope } from './routes/create-envelope.ts';
import { createPersonBatch } from './routes/create-person-batch.ts';
import { createPerson } from './routes/create-person.ts';
import { createProcess } from './routes/create-process.ts';
import { createSignerGroup } from './routes/create-signer-group.ts';
import { createTag } from './routes/create-tag.ts';
import { createTemplate } from './routes/create-template.ts';
import { createToken } from './routes/create-token.ts';
import { createUser } from './routes/create-user.ts';
import { deactivateCompany } from './routes/deactivate-company.ts';
import { editCompany } from './routes/edit-company.ts';
import { editEnvelope } from './routes/edit-envelope.ts';
import { editPerson } from './routes/edit-person.ts';
import { editSignerGroup } from './routes/edit-signer-group.ts';
import { editTemplate } from './routes/edit-template.ts';
import { editTenantSettings } from './routes/edit-tenant-settings.ts';
import { editUser } from './routes/edit-user.ts';
import { erasePerson } from './routes/erase-person.ts';
import { eraseUser } from './routes/erase-user.ts';
import { extendDeadline } from './routes/extend-deadline.ts';
import { forgetPersonDevice } from './routes/forget-person-device.ts';
import { inviteUser } from './routes/invite-user.ts';
import { listPersonDevices } from './routes/list-person-devices.ts';
import { lookUpCep } from './routes/look-up-cep.ts';
import { lookUpCnpj } from './routes/look-up-cnpj.ts';
import { lookUpPlace } from './routes/look-up-place.ts';
import { openSigningSession } from './routes/open-signing-session.ts';
import { refreshSession } from './routes/refresh-session.ts';
import { registerTenant } from './routes/register-tenant.ts';
import { reject } from './routes/reject.ts';
import { remindParticipants } from './routes/remind-participants.ts';
import { removeCompany } from './routes/remove-company.ts';
import { removeDomain } from './routes/remove-domain.ts';
import { removeEnvelope } from './routes/remove-envelope.ts';
import { removePerson } from './routes/remove-person.ts';
import { removeSignerGroup } from './routes/remove-signer-group.ts';
import { removeTag } from './routes/remove-tag.ts';
import { removeTemplate } from './routes/remove-template.ts';
import { removeUser } from './routes/remove-user.ts';
import { renameTag } from './routes/rename-tag.ts';
import { replaceContact } from './routes/replace-contact.ts';
import { replaceParticipant } from './routes/replace-participant.ts';
import { requestActCode } from './routes/request-act-code.ts';
import { requestDownload } from './routes/request-download.ts';
import { requestSigningCode } from './routes/request-signing-code.ts';
import { revokeToken } from './routes/revoke-token.ts';
import { setProcessTags } from './routes/set-process-tags.ts';
import { SIGN_IN_ROUTES } from './routes/sign-in-routes.ts';
import { signIn } from './routes/sign-in.ts';
import { signOut } from './routes/sign-out.ts';
import { sign } from './routes/sign.ts';
import {
  currentTotem,
  openTotemSession,
  registerTotem,
  requestTotemCode,
  revokeTotem,
} from './routes/totems.ts';
import { useEnvelope } from './routes/use-envelope.ts';
import { useTemplate } from './routes/use-template.ts';
import {
  createWebhook,
  editWebhook,
  pauseWebhook,
  removeWebhook,
  replayWebhookDelivery,
  resumeWebhook,
  rotateWebhookSecret,
} from './routes/webhooks.ts';
import type { CommandService } from './service.ts';

/** Every operation this service answers; a new one is a line here and a file beside the others. */
const ROUTES: readonly ((app: FastifyInstance, service: CommandService) => void)[] = [
  registerTenant,
  signIn,
  refreshSession,
  signOut,
  ...SIGN_IN_ROUTES,
  requestSigningCode,
  openSigningSession,
  editTenantSettings,
  addDomain,
  removeDomain,
  createToken,
  revokeToken,
  registerTotem,
  currentTotem,
  requestTotemCode,
  openTotemSession,
  revokeTotem,
  createUser,
  editUser,
  removeUser,
  inviteUser,
  promoteAdministrator,
  demoteAdministrator,
  administrationOffer,
  offerAdministration,
  acceptAdministration,
  endAdministrationOffer,
  acceptInvitation,
  requestActCode,
  closeSigningSession,
  listPersonDevices,
  forgetPersonDevice,
  createCompany,
  editCompany,
  activateCompany,
  deactivateCompany,
  removeCompany,
  createPerson,
  createPersonBatch,
  editPerson,
  removePerson,
  erasePerson,
  eraseUser,
  lookUpCnpj,
  lookUpCep,
  lookUpPlace,
  createProcess,
  cancelProcess,
  createTag,
  renameTag,
  removeTag,
  setProcessTags,
  extendDeadline,
  remindParticipants,
  replaceContact,
  replaceParticipant,
  requestDownload,
  createTemplate,
  createEnvelope,
  createSignerGroup,
  editTemplate,
  editEnvelope,
  editSignerGroup,
  removeTemplate,
  removeEnvelope,
  removeSignerGroup,
  useTemplate,
  useEnvelope,
  sign,
  reject,
  createWebhook,
  editWebhook,
  pauseWebhook,
  resumeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  replayWebhookDelivery,
];

/** Mounts the routes; the caller registers it under the prefix `/api`. */
export async function registerCommandRoutes(app: FastifyInstance, service: CommandService): Promise<void> {
  for (const mount of ROUTES) mount(app, service);
}

/** The service alone, as `main.ts` runs it. `trustedProxies`: see `buildService` of `@lacre/http`. */
export async function buildCommandApp(
  service: CommandService,
  options: Pick<ServiceOptions, 'trustedProxies' | 'hosts' | 'publicUrl' | 'transfers' | 'securityLog'>,
): Promise<FastifyInstance> {
  const app = await buildService({
    logger: service.log,
    keys: service.keys,
    callers: service.callers,
    apiTokens: service.apiTokens,
    ...options,
  });
  await app.register((scope) => registerCommandRoutes(scope, service), { prefix: '/api' });
  return app;
}
