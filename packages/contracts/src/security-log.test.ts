import { expect, it } from 'vitest';

import { operations, type OperationShape } from './index.ts';
import { securityOperations } from './security-log.ts';

/** What changes neither who may do something nor how they come in, and takes no data out of the product. */
const NOTHING_OF_ACCESS: ReadonlySet<string> = new Set([
  // Steps before a sign-in or a change, which have no effect without the next, and the end of one's own session.
  ...['refreshSession', 'signOut', 'closeSigningSession', 'signInOptions', 'startGoogleSignIn'],
  ...['startPasskeySignIn', 'startPasskey', 'startTotp', 'startPhoneFactor', 'startFaceChallenge'],
  ...['sendFaceFrame', 'sendFacePhoto', 'proveFace', 'requestSigningCode', 'requestActCode'],
  ...['requestTotemCode', 'sendSecondFactorCode', 'requestSignInLink', 'requestPhoneCode'],
  ...['requestPasswordReset', 'requestEmailVerification', 'requestPhoneVerification'],
  // Read by whom they are about.
  ...['getAccount', 'listSessions', 'administrationOffer', 'currentTotem', 'readFacePhoto'],
  // Documents and pictures, as screens show them.
  ...['readAvatar', 'tenantImage', 'readUpload', 'readDocument', 'downloadSealed', 'downloadEvidence'],
  ...['downloadPartialCopy', 'readTemplate', 'downloadByCode', 'uploadDocument', 'validateDocument'],
  // Registers: an invitation keeps the contact it was sent to.
  ...['createCompany', 'editCompany', 'activateCompany', 'deactivateCompany', 'removeCompany'],
  ...['createPerson', 'createPersonBatch', 'editPerson', 'createTag', 'renameTag', 'removeTag'],
  ...['createTemplate', 'editTemplate', 'removeTemplate', 'createEnvelope', 'editEnvelope'],
  ...['removeEnvelope', 'createSignerGroup', 'editSignerGroup', 'removeSignerGroup'],
  // Processes, whose stream is their record.
  ...['createProcess', 'cancelProcess', 'createPartialCopy', 'extendDeadline', 'remindParticipants'],
  ...['setProcessTags', 'useTemplate', 'useEnvelope', 'sign', 'reject', 'replayWebhookDelivery'],
]);

const named = Object.values(operations) as (OperationShape & { name: string })[];

it('has a line for every operation that changes access, or takes data out', () => {
  const without = named
    .filter(({ name, kind }) => kind !== 'query' && !securityOperations.has(name))
    .map(({ name }) => name);
  expect(without.toSorted()).toEqual([...NOTHING_OF_ACCESS].toSorted());
});
