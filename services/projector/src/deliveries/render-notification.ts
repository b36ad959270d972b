import { declarerOf, type DocumentState, maskedContactText } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import { SEAL_FAILURES } from '@lacre/contracts/seal-steps';
import { signingPath } from '@lacre/contracts/signing-link';
import {
  contactReplaced,
  delegationRecorded,
  participantReplaced,
  processCanceled,
  processExpired,
  processFinished,
  processRejected,
  rejectionRecorded,
  sealFailed,
  signatureDelegated,
  signatureDispensed,
  signatureReceived,
  signatureRecorded,
  signatureReminder,
  signatureRequested,
  type MailAddress,
  type RenderedEmail,
  type Sender,
  type SignatureRequest,
} from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import { circumstancesOf } from './about-security.ts';
import type { ProcessNotification } from './notification-job.ts';
import { isOpen, type Act, type ProcessStory } from './process-story.ts';

interface Rendering {
  job: ProcessNotification;
  story: ProcessStory;
  to: MailAddress;
  sender: Sender;
  /** That the recipient reads, where that is registered. */
  language: Language | undefined;
  /** Address of the web client, without a slash at its end. */
  publicUrl: string;
}

/** One message about a process by its kind, in the words of the product's templates. @throws Unprocessable */
export function renderNotification(rendering: Rendering): RenderedEmail {
  return renderers[rendering.job.notificationKind](rendering);
}

type Renderers = Readonly<
  Record<ProcessNotification['notificationKind'], (rendering: Rendering) => RenderedEmail>
>;

const renderers: Renderers = {
  'signature-requested': (rendering) => signatureRequested(request(rendering)),
  'signature-reminder': (rendering) => signatureReminder(request(rendering)),
  'signature-recorded': signatureNews,
  'participant-replaced': (rendering) =>
    participantReplaced({
      ...common(rendering),
      requesterName: rendering.story.process.requester.name,
      documents: namesOf(rendering.story, actOf(rendering).moved),
    }),
  'signature-delegated': delegationNews,
  'signature-dispensed': (rendering) =>
    signatureDispensed({
      ...common(rendering),
      requesterName: rendering.story.process.requester.name,
      documents: namesOf(rendering.story, actOf(rendering).dispensed.get(rendering.job.recipientId) ?? []),
    }),
  'contact-replaced': contactNews,
  'process-finished': (rendering) =>
    processFinished({
      ...common(rendering),
      documents: namesWhere(rendering.story, ({ status }) => status === 'sealed'),
      downloadLink: linkFor(rendering),
      validateLink: `${rendering.publicUrl}/validate`,
    }),
  'document-rejected': rejectionNews,
  'document-canceled': (rendering) => {
    const { by, reason, ended, endedProcess } = actOf(rendering);
    if (ended.length === 0) throw new Unprocessable('no document was canceled by this act');
    return processCanceled({
      ...common(rendering),
      documents: ownOf(rendering, ended),
      canceledBy: by,
      ...(reason === undefined ? {} : { reason }),
      scope: endedProcess ? 'process' : 'documents',
    });
  },
  'document-seal-failed': (rendering) => {
    const { ended, sealFailure } = actOf(rendering);
    if (sealFailure === undefined) throw new Unprocessable('no seal failed by this act');
    return sealFailed({
      ...common(rendering),
      documents: namesOf(rendering.story, ended),
      link: linkFor(rendering),
      reason: SEAL_FAILURES[sealFailure],
    });
  },
  'process-expired': (rendering) => {
    const toRequester = rendering.job.recipientKind === 'user';
    return processExpired({
      ...common(rendering),
      documents: ownOf(rendering, expiredIn(rendering.story)),
      toRequester,
      link: linkFor(rendering),
    });
  },
};

/** @throws Unprocessable */
function contactNews(rendering: Rendering): RenderedEmail {
  const { by, contact, event } = actOf(rendering);
  if (contact === undefined) throw new Unprocessable('no contact was replaced by this act');
  return contactReplaced({
    ...common(rendering),
    documents: namesOf(rendering.story, contact.documentIds),
    former: maskedContactText(contact.former),
    current: maskedContactText(contact.contact),
    by,
    reason: contact.reason,
    at: circumstancesOf(event).at,
  });
}

/** A receipt for the person who handed it on, the news for the requester. @throws Unprocessable */
function delegationNews(rendering: Rendering): RenderedEmail {
  const { by, delegate, moved, reason, event } = actOf(rendering);
  if (delegate === undefined) throw new Unprocessable('nothing was handed on by this act');
  const { story, job } = rendering;
  const news = {
    ...common(rendering),
    documents: namesOf(story, moved),
    delegateName: delegate,
    reason,
    ...circumstancesOf(event),
  };
  return job.recipientKind === 'person'
    ? delegationRecorded({ ...news, requesterName: story.process.requester.name })
    : signatureDelegated({ ...news, delegatorName: by, link: linkFor(rendering) });
}

/** A receipt for the signer, the news for the requester. @throws Unprocessable */
function signatureNews(rendering: Rendering): RenderedEmail {
  const { story, job } = rendering;
  const { signed, by, event } = actOf(rendering);
  if (signed.length === 0) throw new Unprocessable('nothing was signed by this act');
  const news = {
    ...common(rendering),
    documents: namesOf(story, signed),
    link: linkFor(rendering),
    ...circumstancesOf(event),
  };
  if (job.recipientKind === 'person')
    return signatureRecorded({ ...news, requesterName: story.process.requester.name });
  const unsigned = new Set(
    [...story.process.signatures.values()]
      .filter(({ status }) => status !== 'signed')
      .map(({ personId }) => personId),
  );
  const { participants } = story.process;
  return signatureReceived({
    ...news,
    signerName: by,
    progress: {
      signed: participants.filter(({ personId }) => !unsigned.has(personId)).length,
      all: participants.length,
    },
  });
}

/** A receipt for the refuser, name and reason for the requester, the name for the others. @throws Unprocessable */
function rejectionNews(rendering: Rendering): RenderedEmail {
  const { story, job } = rendering;
  const { by, personId, reason, refused, ended, event } = actOf(rendering);
  if (reason === undefined) throw new Unprocessable('this refusal has no reason');
  const news = { ...common(rendering), link: linkFor(rendering) };
  if (job.recipientKind === 'person' && job.recipientId === personId)
    return rejectionRecorded({
      ...news,
      documents: namesOf(story, refused),
      reason,
      at: circumstancesOf(event).at,
    });
  const goesOn = ended.length === 0;
  return processRejected({
    ...news,
    documents: goesOn ? namesOf(story, refused) : ownOf(rendering, ended),
    rejectedBy: by,
    ...(job.recipientKind === 'user' ? { reason } : {}),
    goesOn,
  });
}

function request(rendering: Rendering): SignatureRequest {
  const { story } = rendering;
  const { deadline } = story.process;
  const open = askedOf(rendering).filter((documentId) => isOpen(story.process, documentId));
  return {
    ...common(rendering),
    requesterName: story.process.requester.name,
    documents: namesOf(story, open),
    link: linkFor(rendering),
    ...(deadline === undefined ? {} : { deadline: new Date(deadline) }),
    ...requestFor(rendering),
  };
}

/** In whose name the recipient signs, or whose request they witness. */
function requestFor({ story, job }: Rendering): Pick<SignatureRequest, 'atRequest'> {
  const { participants } = story.process;
  const self = participants.find(({ personId }) => personId === job.recipientId);
  const by = self && declarerOf(self, participants);
  if (by === undefined) return {};
  const names = (by === 'signer' ? [self] : participants).flatMap((one) => one?.atRequestOf?.name ?? []);
  return { atRequest: { by, names } };
}

const common = ({ story, to, sender, language }: Rendering) => ({
  sender,
  language,
  recipientName: to.name,
  companyName: story.process.company.companyName,
  summary: story.process.summary,
});

function actOf({ job, story }: Rendering): Act {
  const act = job.actId === undefined ? undefined : story.acts.get(job.actId);
  if (act === undefined)
    throw new Unprocessable(`nothing was done by the act that this ${job.notificationKind} tells of`);
  return act;
}

const askedOf = ({ story, job }: Rendering): string[] =>
  [...story.process.signatures.values()]
    .filter((one) => one.personId === job.recipientId)
    .map((one) => one.documentId);

/** Of these documents, those the recipient has to do with: a participant with what they were to sign. */
function ownOf(rendering: Rendering, documentIds: readonly string[]): string[] {
  const { story, job } = rendering;
  const own = job.recipientKind === 'person' ? askedOf(rendering) : documentIds;
  return namesOf(
    story,
    documentIds.filter((documentId) => own.includes(documentId)),
  );
}

const namesOf = (story: ProcessStory, documentIds: readonly string[]): string[] =>
  namesWhere(story, ({ documentId }) => documentIds.includes(documentId));

/** In the order of the process. */
const namesWhere = ({ process }: ProcessStory, isNamed: (document: DocumentState) => boolean): string[] =>
  [...process.documents.values()].filter(isNamed).map(({ name }) => name);

/** Ids of the documents that the deadline closed. */
const expiredIn = ({ process }: ProcessStory): string[] =>
  [...process.documents.values()].flatMap((document) =>
    document.status === 'rejected' && document.cause === 'deadline-passed' ? [document.documentId] : [],
  );

/** A person reads, signs and downloads at one page, a user at the process's. Neither link signs anyone in. */
const linkFor = ({ job, publicUrl, language }: Rendering): string => `${publicUrl}${doorOf(job, language)}`;

/** The path of that page. */
export const doorOf = (job: ProcessNotification, language: Language | undefined): string =>
  job.recipientKind === 'person'
    ? signingPath(job.processId, job.recipientId, language)
    : `/processes/${job.processId}`;
