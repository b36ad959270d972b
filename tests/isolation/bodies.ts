import { SCOPES, type OperationName } from '@lacre/contracts';
import { cnpjOf, cpfOf } from '@lacre/contracts/testing';

import { draftContent } from '../support/draft.ts';
import { pushSubscription } from '../support/push-subscription.ts';
import { fresh } from '../support/scenario.ts';
import type { Draw } from './draw.ts';

const PASSWORD = 'outra senha comprida';
const SECRET = 'A'.repeat(43);
export const mailbox = (): string => `nova${fresh()}@exemplo.com.br`;
const CREDENTIAL = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

const claim = (draw: Draw) =>
  draw.chance(0.8)
    ? { cpf: draw.id('cpf'), processId: draw.id('processId'), personId: draw.id('personId') }
    : { cpf: draw.id('cpf'), domain: draw.id('domain') };
const companyFields = (draw: Draw) => ({
  companyName: draw.text(),
  tradingName: draw.text(),
  ...(draw.chance(0.3) ? { type: 'branch', parentCompanyId: draw.id('companyId') } : {}),
  ...(draw.chance(0.3) ? { defaultSignatoryIds: [draw.id('personId')] } : {}),
});
const personFields = (draw: Draw) => ({ name: draw.text(), email: mailbox(), motherName: draw.text() });
const template = (draw: Draw) => ({ name: draw.text(), ...templateRoles(draw, draw.chance(0.2)) });
const templateRoles = (draw: Draw, witnessed: boolean) => ({
  roles: [
    {
      key: 'parte',
      label: 'Parte',
      part: 'signer',
      ...(draw.chance(0.4) ? { personId: draw.id('personId') } : {}),
      ...(witnessed ? { atRequest: true } : {}),
    },
    ...(witnessed
      ? ['uma', 'outra'].map((key) => ({ key, label: key, part: 'attestant', personId: draw.id('personId') }))
      : []),
  ],
  ...(draw.chance(0.4) ? { tagIds: [draw.id('tagId')] } : {}),
});
const content = (draw: Draw) =>
  draw.chance(0.3)
    ? { kind: 'pdf', proof: draw.id('proof') }
    : { kind: 'text', title: draw.text(), text: `${draw.text()} {{parte.nome}}` };
const envelope = (draw: Draw) => ({
  name: draw.text(),
  templateIds: [...new Set([draw.id('templateId'), draw.id('templateId')])],
});
const group = (draw: Draw) => ({
  name: draw.text(),
  members: [...new Set([draw.id('personId'), draw.id('personId')])].map((personId) => ({
    personId,
    part: 'signer',
    atRequestOf: draw.chance(0.2) ? { personId: draw.id('personId') } : undefined,
  })),
});
const webhook = (draw: Draw) => ({ url: `https://avisos${fresh()}.invalid/`, description: draw.text() });
const requesting = (draw: Draw) => ({ personId: draw.id('personId'), impediment: 'physical-condition' });
const filling = (draw: Draw) => ({
  companyId: draw.id('companyId'),
  participants: [
    {
      role: 'parte',
      personId: draw.id('personId'),
      ...(draw.chance(0.2) ? { atRequestOf: { personId: draw.id('personId') } } : {}),
    },
  ],
});
const using = (draw: Draw) => ({
  companyId: draw.id('companyId'),
  participants: [
    {
      role: 'parte',
      personId: draw.id('personId'),
      ...(draw.chance(0.2) ? { atRequestOf: requesting(draw) } : {}),
    },
  ],
  ...(draw.chance(0.3) ? { tagIds: [draw.id('tagId')] } : {}),
});

/** What each operation with a body is sent: its ids drawn from all tenants, its texts the caller's own. */
export const BODIES: Partial<Record<OperationName, (draw: Draw) => unknown>> = {
  registerTenant: (draw) => ({
    tenant: { name: 'Nova', domain: draw.id('domain') },
    administrator: { name: 'Nova', email: draw.id('email'), password: PASSWORD },
  }),
  signIn: (draw) => ({ email: draw.id('email'), password: PASSWORD }),
  acceptInvitation: () => ({ invitation: 'nenhum', password: PASSWORD }),
  requestSigningCode: claim,
  openSigningSession: (draw) => ({ ...claim(draw), ...(draw.chance(0.7) ? { code: '000000' } : {}) }),
  requestActCode: () => ({}),
  sendSecondFactorCode: (draw) => ({ challenge: SECRET, factorId: draw.id('factorId') }),
  finishSecondFactor: (draw) => ({ challenge: SECRET, factorId: draw.id('factorId'), code: '000000' }),
  requestSignInLink: (draw) => ({ email: draw.id('email') }),
  openSignInLink: () => ({ link: SECRET }),
  startGoogleSignIn: () => ({}),
  finishGoogleSignIn: () => ({ callback: 'code=a' }),
  requestPhoneCode: () => ({ phoneNumber: '+5511987654321' }),
  openPhoneSession: () => ({ phoneNumber: '+5511987654321', code: '000000' }),
  finishPasskeySignIn: () => ({ challenge: SECRET, credential: CREDENTIAL }),
  requestPasswordReset: (draw) => ({ email: draw.id('email') }),
  resetPassword: () => ({ link: SECRET, password: PASSWORD }),
  confirmEmail: () => ({ link: SECRET }),
  requestEmailChange: () => ({ email: mailbox() }),
  confirmEmailChange: () => ({ link: SECRET }),
  undoEmailChange: () => ({ link: SECRET }),
  changePassword: () => ({ currentPassword: 'errada', password: PASSWORD }),
  verifyPhone: () => ({ code: '000000' }),
  startTotp: (draw) => ({ label: draw.text().slice(0, 60) }),
  startPhoneFactor: () => ({ phoneNumber: '+5511987654321' }),
  finalizeFactor: () => ({ code: '000000' }),
  finishPasskey: () => ({ challenge: SECRET, credential: CREDENTIAL }),
  createUser: (draw) => ({
    user: { name: draw.text(), email: mailbox(), companyIds: [draw.id('companyId'), draw.id('companyId')] },
  }),
  editUser: (draw) => ({
    user: { name: draw.text(), ...(draw.chance(0.3) ? { companyIds: [draw.id('companyId')] } : {}) },
  }),
  offerAdministration: (draw) => ({ uid: draw.id('userId') }),
  editTenantSettings: (draw) => ({ settings: { displayName: draw.text() } }),
  addDomain: (draw) => ({ kind: 'login', domain: draw.id('domain') }),
  registerTotem: (draw) => ({ name: draw.text().slice(0, 60) }),
  requestTotemCode: (draw) => ({ cpf: draw.id('cpf') }),
  openTotemSession: (draw) => ({ cpf: draw.id('cpf'), code: '000000' }),
  createToken: (draw) => ({ scopes: [...SCOPES], description: draw.text() }),
  createCompany: (draw) => ({ cnpj: cnpjOf(fresh()), ...companyFields(draw) }),
  editCompany: companyFields,
  createPerson: (draw) => ({
    cpf: cpfOf(fresh()),
    ...personFields(draw),
  }),
  editPerson: personFields,
  erasePerson: () => ({ reason: 'subject-request' }),
  eraseUser: () => ({ reason: 'subject-request' }),
  readUpload: (draw) => ({ proof: draw.id('proof') }),
  createProcess: (draw) => {
    const witnessed = draw.chance(0.3);
    return {
      summary: draw.text(),
      companyId: draw.id('companyId'),
      documents: [{ proof: draw.id('proof') }],
      participants: [
        {
          personId: draw.id('personId'),
          part: 'signer',
          ...(witnessed ? { atRequestOf: requesting(draw) } : {}),
        },
        ...(witnessed ? [1, 2].map(() => ({ personId: draw.id('personId'), part: 'attestant' })) : []),
      ],
      ...(draw.chance(0.3) ? { tagIds: [draw.id('tagId')] } : {}),
      ...(draw.chance(0.2) ? { signerGroups: [{ signerGroupId: draw.id('signerGroupId') }] } : {}),
    };
  },
  saveProcessDraft: (draw) => ({
    revision: draw.chance(0.6) ? 1 : 0,
    content: draftContent({
      companyId: draw.id('companyId'),
      summary: draw.text(),
      personId: draw.id('personId'),
    }),
  }),
  saveProcessView: (draw) => ({ name: draw.text(), search: draw.text(), tagId: draw.id('tagId') }),
  cancelProcess: (draw) => ({ documentId: draw.id('documentId'), reason: draw.text() }),
  extendDeadline: () => ({ deadline: new Date(Date.now() + 30 * 86_400_000).toISOString() }),
  remindParticipants: (draw) => ({ personIds: [draw.id('personId')] }),
  replaceContact: (draw) => ({ email: mailbox(), reason: draw.text() }),
  replaceParticipant: (draw) => ({ personId: draw.id('personId') }),
  setProcessTags: (draw) => ({ tagIds: [draw.id('tagId')] }),
  createTag: (draw) => ({ name: draw.text().slice(0, 40) }),
  renameTag: (draw) => ({ name: draw.text().slice(0, 40) }),
  requestDownload: (draw) => ({ processIds: [draw.id('processId')], description: draw.text() }),
  createTemplate: (draw) => ({ ...template(draw), content: content(draw) }),
  editTemplate: (draw) => ({ ...template(draw), ...(draw.chance(0.5) ? { content: content(draw) } : {}) }),
  previewTemplate: (draw) => ({ title: draw.text(), text: `${draw.text()} {{parte.nome}}` }),
  previewFilledTemplate: filling,
  fillTemplate: filling,
  useTemplate: (draw) => ({ ...using(draw), proof: draw.id('proof') }),
  createEnvelope: envelope,
  editEnvelope: envelope,
  useEnvelope: (draw) => ({
    ...using(draw),
    proofs: [{ templateId: draw.id('templateId'), proof: draw.id('proof') }],
  }),
  createSignerGroup: group,
  editSignerGroup: group,
  sign: (draw) => ({
    signatures: [
      {
        signatureId: draw.id('signatureId'),
        documentId: draw.id('documentId'),
        documentSha256: draw.id('documentSha256'),
      },
    ],
    consent: { accepted: true, termsVersion: '2026-11' },
  }),
  recordReading: (draw) => ({
    signatureId: draw.id('signatureId'),
    documentSha256: draw.id('documentSha256'),
    ...(draw.chance(0.5) ? { read: { pagesShown: 1, declared: draw.chance(0.5) } } : {}),
  }),
  reject: (draw) => ({ signatureIds: [draw.id('signatureId')], reason: draw.text() }),
  delegateSignature: (draw) => ({
    processId: draw.id('processId'),
    cpf: cpfOf(fresh()),
    name: draw.text(),
    email: mailbox(),
  }),
  startFaceChallenge: (draw) => ({
    purpose: draw.chance(0.5) ? 'enrolment' : 'signature',
    signatureIds: [draw.id('signatureId')],
  }),
  enrolFace: (draw) => ({
    challengeId: draw.id('challengeId'),
    nonce: SECRET,
    consent: { accepted: true, termsVersion: '2026-11' },
  }),
  proveFace: () => ({ nonce: SECRET }),
  subscribePush: pushSubscription,
  createWebhook: webhook,
  editWebhook: webhook,
};

/** What an operation is asked with besides ids in its address, by the names of its query. */
export const QUERIES: Readonly<Record<string, (draw: Draw) => string>> = {
  search: (draw) => draw.words(),
  tagId: (draw) => draw.id('tagId'),
  companyId: (draw) => draw.id('companyId'),
  after: (draw) => draw.id('position'),
  limit: () => '200',
  pageSize: () => '100',
  _secretCode: () => 'AAAAAA',
  initialDate: () => '2020-01-01',
  latitude: () => '-23.5505',
  longitude: () => '-46.6333',
};
