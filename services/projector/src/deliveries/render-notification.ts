import {
  processCanceled,
  processExpired,
  processFinished,
  processRejected,
  signatureReminder,
  signatureRequested,
  type MailAddress,
  type RenderedEmail,
  type SignatureRequest,
} from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import type { ProcessNotification } from './notification-job.ts';
import type { EndingAct, ProcessStory } from './process-story.ts';

interface Rendering {
  job: ProcessNotification;
  story: ProcessStory;
  to: MailAddress;
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
  'process-finished': (rendering) =>
    processFinished({
      ...common(rendering),
      documents: namesOf(rendering.story, rendering.story.sealed),
      downloadLink: linkFor(rendering),
      validateLink: `${rendering.publicUrl}/validate`,
    }),
  'document-rejected': (rendering) => {
    const { by, reason, documentIds } = actOf(rendering);
    if (reason === undefined) throw new Unprocessable('nobody gave a reason for this refusal');
    return processRejected({
      ...common(rendering),
      documents: namesOf(rendering.story, documentIds),
      rejectedBy: by,
      reason,
      link: linkFor(rendering),
    });
  },
  'document-canceled': (rendering) => {
    const { by, reason, documentIds, endedProcess } = actOf(rendering);
    const asked = askedOf(rendering);
    return processCanceled({
      ...common(rendering),
      documents: namesOf(
        rendering.story,
        documentIds.filter((documentId) => asked.includes(documentId)),
      ),
      canceledBy: by,
      ...(reason === undefined ? {} : { reason }),
      scope: endedProcess ? 'process' : 'documents',
    });
  },
  'process-expired': (rendering) => {
    const { story, job } = rendering;
    const asked = new Set(job.recipientKind === 'person' ? askedOf(rendering) : story.expired);
    return processExpired({
      ...common(rendering),
      documents: namesOf(
        story,
        story.expired.filter((documentId) => asked.has(documentId)),
      ),
      toRequester: job.recipientKind === 'user',
      link: linkFor(rendering),
    });
  },
};

function request(rendering: Rendering): SignatureRequest {
  const { story } = rendering;
  const open = askedOf(rendering).filter((documentId) => !story.closed.has(documentId));
  return {
    ...common(rendering),
    requesterName: story.created.requester.name,
    documents: namesOf(story, open),
    link: linkFor(rendering),
    ...(story.deadline === undefined ? {} : { deadline: new Date(story.deadline) }),
  };
}

const common = ({ story, to }: Rendering) => ({
  recipientName: to.name,
  companyName: story.created.company.companyName,
  summary: story.created.summary,
});

function actOf({ job, story }: Rendering): EndingAct {
  const act = job.actId === undefined ? undefined : story.acts.get(job.actId);
  if (act === undefined || act.documentIds.length === 0)
    throw new Unprocessable(`no document ended by the act that this ${job.notificationKind} tells of`);
  return act;
}

const askedOf = ({ story, job }: Rendering): string[] =>
  story.signatures.filter((one) => one.personId === job.recipientId).map((one) => one.documentId);

const namesOf = (story: ProcessStory, documentIds: readonly string[]): string[] =>
  story.created.documents.filter((one) => documentIds.includes(one.documentId)).map((one) => one.name);

/** A person reads, signs and downloads at one page, a user at the process's. Neither link signs anyone in. */
function linkFor({ job, publicUrl }: Rendering): string {
  return job.recipientKind === 'person'
    ? `${publicUrl}/document?process=${job.processId}&person=${job.recipientId}`
    : `${publicUrl}/processes/${job.processId}`;
}
