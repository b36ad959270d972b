import { expect, it } from 'vitest';

import { operations, type OperationShape } from '../index.ts';
import { securityOperations } from './security-log.ts';

const words = (text: string): string[] => text.trim().split(/\s+/);

/** What changes neither who may do something nor how they come in, and takes no data out of the product, by reason. */
const NOTHING_OF_ACCESS = {
  'a step without effect before the next, or the end of one’s own session': words(`
    refreshSession signOut closeSigningSession signInOptions startGoogleSignIn startPasskeySignIn startPasskey startTotp
    startPhoneFactor startFaceChallenge sendFaceFrame sendFacePhoto proveFace requestSigningCode requestActCode
    requestTotemCode sendSecondFactorCode requestSignInLink requestPhoneCode requestPasswordReset
    requestEmailVerification requestPhoneVerification`),
  'read by whom it is about': words(`getAccount listSessions administrationOffer currentTotem readFacePhoto`),
  'a document or picture, as screens show it': words(`
    readAvatar tenantImage readUpload readDocument downloadSealed downloadEvidence downloadPartialCopy readTemplate
    previewTemplate previewFilledTemplate
    downloadByCode uploadDocument validateDocument`),
  'a register: an invitation keeps the contact it was sent to': words(`
    createCompany editCompany activateCompany deactivateCompany removeCompany createPerson createPersonBatch editPerson
    createTag renameTag removeTag createTemplate uploadWordTemplate editTemplate removeTemplate createEnvelope editEnvelope removeEnvelope
    createSignerGroup editSignerGroup removeSignerGroup`),
  'recorded in the stream of its process': words(`
    createProcess cancelProcess createPartialCopy extendDeadline remindParticipants setProcessTags useTemplate
    useEnvelope recordReading sign reject delegateSignature`),
  'put together, and not yet asked of anyone': words(`saveProcessDraft duplicateProcess removeProcessDraft`),
  'kept by a user for themselves': words(`saveProcessView removeProcessView`),
  'tells people at a browser of their own of what their mail says': words(`subscribePush unsubscribePush`),
  'sent again where it was sent before': words(`replayWebhookDelivery`),
};

const named = Object.values(operations) as (OperationShape & { name: string })[];

it('has a line for every operation that changes access, or takes data out', () => {
  const without = named
    .filter(({ name, kind }) => kind !== 'query' && !securityOperations.has(name))
    .map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.values(NOTHING_OF_ACCESS).flat().toSorted());
});
