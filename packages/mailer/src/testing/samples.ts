import type { Language } from '@lacre/contracts/languages';

import {
  accessCode,
  administrationNotice,
  downloadReady,
  contactReplaced,
  delegationRecorded,
  emailVerification,
  emailChanged,
  formerAddressNotice,
  newPersonDevice,
  participantReplaced,
  passwordReset,
  processCanceled,
  processExpired,
  processFinished,
  processRejected,
  rejectionRecorded,
  sealFailed,
  securityNotice,
  signatureDelegated,
  signatureDispensed,
  signatureReceived,
  signatureRecorded,
  signatureReminder,
  signatureRequested,
  signInLink,
  tokenExpiring,
  userInvited,
  webhookDisabled,
  type AdministrationChange,
  type RenderedEmail,
  type SecurityChange,
  type Sender,
} from '../templates/index.ts';

/** What users' words stand for in a sample. */
export interface Said {
  recipientName: string;
  personName: string;
  companyName: string;
  summary: string;
  documents: readonly string[];
  reason: string;
  description: string;
  sender: Sender;
  /** Of what participants get. */
  language?: Language;
}

export const USUAL: Said = {
  recipientName: 'Célia Nogueira Prado',
  personName: 'Rui Barbosa Lima',
  companyName: 'Horta & Filhos Comércio de Alimentos Ltda.',
  summary: 'Locação do galpão da Rua das Acácias, 1.200',
  documents: ['Contrato de locação comercial.pdf', 'Anexo I, laudo de vistoria.pdf'],
  reason: 'O valor do aluguel não é o combinado.\n\nVer a cláusula 3.',
  description: 'Contratos de março',
  sender: { name: 'Imobiliária Horizonte' },
};

const ORIGIN = 'https://lacre.example';
const AT = new Date('2026-11-24T14:32:00Z');
const LATER = new Date('2026-11-30T21:00:00Z');
const link = `${ORIGIN}/document?process=0198c5a0-0000-7000-8000-000000000001&person=0198c5a0-0000-7000-8000-000000000002`;
const validateLink = `${ORIGIN}/validate`;
const from = { device: 'Chrome 153 · Android', place: 'Curitiba, PR, Brasil', ip: '200.160.2.3' };

const ofProcess = ({ recipientName, companyName, summary, documents, sender, language }: Said) => ({
  recipientName,
  companyName,
  summary,
  documents,
  sender,
  language,
  link,
});
const toUser = ({ recipientName, sender }: Said) => ({ recipientName, sender, link: `${ORIGIN}/profile` });

const changes: Record<string, SecurityChange> = {
  'password-changed': { what: 'password', how: 'changed' },
  'password-reset-done': { what: 'password', how: 'reset' },
  'password-set': { what: 'password', how: 'set' },
  'new-browser': { what: 'new-browser' },
  'sign-in-held': { what: 'sign-in-held' },
  'totp-enrolled': { what: 'factor-enrolled', kind: 'totp' },
  'phone-withdrawn': { what: 'factor-withdrawn', kind: 'phone' },
  'passkey-registered': { what: 'passkey-registered' },
  'passkey-removed': { what: 'passkey-removed' },
  'google-linked': { what: 'google-linked' },
  'google-unlinked': { what: 'google-unlinked' },
  'access-taken-back': {
    what: 'access-taken-back',
    administrators: ['Davi Rocha'],
    members: ['Eva Nunes'],
    webhooks: ['https://exemplo.com.br/escuta'],
    tokenCount: 2,
  },
  recovery: { what: 'recovery', reason: 'Perdeu o celular', until: LATER },
};

type Sample = (said: Said) => RenderedEmail;

const administration = (said: Said, change: AdministrationChange): RenderedEmail =>
  administrationNotice({ ...toUser(said), change, otherName: said.personName, at: AT, ...from });

const notices = Object.fromEntries(
  Object.entries(changes).map(([name, change]): [string, Sample] => [
    name,
    (said) =>
      securityNotice({
        ...toUser(said),
        change,
        at: AT,
        ...from,
        profileLink: `${ORIGIN}/profile`,
        passwordLink: `${ORIGIN}/password`,
      }),
  ]),
);

/** Every message of the product by a name of its own, in each form that reads differently. */
export const samples: Readonly<Record<string, Sample>> = {
  'signature-requested': (said) =>
    signatureRequested({ ...ofProcess(said), requesterName: said.personName, deadline: LATER }),
  'signature-requested-one': (said) =>
    signatureRequested({
      ...ofProcess(said),
      documents: said.documents.slice(0, 1),
      requesterName: said.personName,
    }),
  'signature-requested-at-request': (said) =>
    signatureRequested({
      ...ofProcess(said),
      requesterName: said.personName,
      atRequest: { by: 'signer', names: [said.personName] },
    }),
  'signature-requested-witness': (said) =>
    signatureRequested({
      ...ofProcess(said),
      requesterName: said.personName,
      atRequest: { by: 'witness', names: [said.personName] },
    }),
  'signature-reminder': (said) =>
    signatureReminder({ ...ofProcess(said), requesterName: said.personName, deadline: LATER }),
  'access-code': (said) => accessCode({ ...toUser(said), code: '048213' }),
  'signature-recorded': (said) =>
    signatureRecorded({ ...ofProcess(said), requesterName: said.personName, at: AT, ...from }),
  'signature-received': (said) =>
    signatureReceived({
      ...ofProcess(said),
      signerName: said.personName,
      at: AT,
      progress: { signed: 2, all: 3 },
    }),
  'process-finished': (said) => processFinished({ ...ofProcess(said), downloadLink: link, validateLink }),
  'process-rejected': (said) =>
    processRejected({ ...ofProcess(said), rejectedBy: said.personName, reason: said.reason, goesOn: false }),
  'process-rejected-goes-on': (said) =>
    processRejected({ ...ofProcess(said), rejectedBy: said.personName, reason: said.reason, goesOn: true }),
  'process-rejected-others': (said) =>
    processRejected({ ...ofProcess(said), rejectedBy: said.personName, goesOn: false }),
  'rejection-recorded': (said) => rejectionRecorded({ ...ofProcess(said), reason: said.reason, at: AT }),
  'process-canceled': (said) =>
    processCanceled({
      ...ofProcess(said),
      canceledBy: said.personName,
      reason: said.reason,
      scope: 'process',
    }),
  'documents-canceled': (said) =>
    processCanceled({ ...ofProcess(said), canceledBy: said.personName, scope: 'documents' }),
  'seal-failed': (said) => sealFailed({ ...ofProcess(said), reason: said.reason, link }),
  'process-expired': (said) => processExpired({ ...ofProcess(said), toRequester: false }),
  'process-expired-requester': (said) => processExpired({ ...ofProcess(said), toRequester: true }),
  'participant-replaced': (said) =>
    participantReplaced({ ...ofProcess(said), requesterName: said.personName }),
  'signature-dispensed': (said) => signatureDispensed({ ...ofProcess(said), requesterName: said.personName }),
  'signature-delegated': (said) =>
    signatureDelegated({
      ...ofProcess(said),
      delegatorName: said.personName,
      delegateName: said.personName,
      reason: said.reason,
      at: AT,
      link,
    }),
  'delegation-recorded': (said) =>
    delegationRecorded({
      ...ofProcess(said),
      requesterName: said.personName,
      delegateName: said.personName,
      reason: undefined,
      at: AT,
      device: 'Chrome no Windows',
      ip: '203.0.113.7',
    }),
  'contact-replaced': (said) =>
    contactReplaced({
      ...ofProcess(said),
      former: 'a***@exemplo.com.br',
      current: 's***@exemplo.com.br e (41) *****-5432',
      by: said.personName,
      reason: said.reason,
      at: AT,
    }),
  'download-ready': (said) =>
    downloadReady({
      ...toUser(said),
      description: said.description,
      fileCount: 3,
      sizeBytes: 1_500_000,
      expiresAt: LATER,
      validateLink,
    }),
  'user-invited': (said) => userInvited({ ...toUser(said), invitedBy: said.personName, expiresAt: LATER }),
  'sign-in-link': (said) => signInLink(toUser(said)),
  'password-reset': (said) => passwordReset(toUser(said)),
  'email-verification': (said) => emailVerification(toUser(said)),
  'token-expiring': (said) =>
    tokenExpiring({ ...toUser(said), description: said.description, expiresAt: LATER }),
  'webhook-disabled': (said) =>
    webhookDisabled({
      ...toUser(said),
      url: 'https://erp.exemplo.com.br/integracoes/lacre/eventos',
      description: said.description,
      failingSince: AT,
    }),
  'administration-offered': (said) =>
    administration(said, { what: 'offered', side: 'receiver', until: LATER }),
  'administration-accepted': (said) => administration(said, { what: 'accepted', side: 'offerer' }),
  'administrator-added': (said) => administration(said, { what: 'added', side: 'administrator' }),
  'administrator-removed': (said) => administration(said, { what: 'removed', side: 'actor' }),
  'new-person-device': (said) =>
    newPersonDevice({
      ...toUser(said),
      at: AT,
      ...from,
      until: LATER,
      contact: 'a***@exemplo.com.br',
      devicesLink: toUser(said).link,
    }),
  'email-changed': (said) =>
    emailChanged({ ...toUser(said), current: 'a***@exemplo.com.br', by: said.personName, at: AT, ...from }),
  'former-address': (said) =>
    formerAddressNotice({
      ...toUser(said),
      change: { what: 'administrator-added', name: said.personName },
      undo: { link: `${ORIGIN}/login#undo-email=prova`, until: LATER },
      at: AT,
      ...from,
    }),
  ...notices,
};
