import {
  processCanceled,
  processFinished,
  processRejected,
  signatureRequested,
  type MailAddress,
  type RenderedEmail,
} from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import type { ProcessNotification } from './notification-job.ts';
import type { ProcessStory } from './process-story.ts';

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
  'signature-requested': (rendering) =>
    signatureRequested({
      ...common(rendering),
      requesterName: rendering.story.created.requester.name,
      documents: namesOf(rendering.story, askedOf(rendering)),
      link: linkFor(rendering),
    }),
  'process-finished': (rendering) =>
    processFinished({
      ...common(rendering),
      documents: namesOf(rendering.story, rendering.story.sealed),
      downloadLink: linkFor(rendering),
      validateLink: `${rendering.publicUrl}/validate`,
    }),
  'document-rejected': (rendering) => {
    const documentId = documentOf(rendering);
    const rejection = rendering.story.rejections.get(documentId);
    if (rejection === undefined) throw new Unprocessable('nobody rejected this document');
    return processRejected({
      ...common(rendering),
      documents: namesOf(rendering.story, [documentId]),
      rejectedBy: rejection.by,
      reason: rejection.reason,
      link: linkFor(rendering),
    });
  },
  'document-canceled': (rendering) => {
    const documentId = documentOf(rendering);
    const cancellation = rendering.story.cancellations.get(documentId);
    if (cancellation === undefined) throw new Unprocessable('nobody canceled this document');
    return processCanceled({
      ...common(rendering),
      documents: namesOf(rendering.story, [documentId]),
      canceledBy: cancellation.by,
      ...(cancellation.reason === undefined ? {} : { reason: cancellation.reason }),
      scope: 'documents',
    });
  },
};

const common = ({ story, to }: Rendering) => ({
  recipientName: to.name,
  companyName: story.created.company.companyName,
  summary: story.created.summary,
});

function documentOf({ job }: Rendering): string {
  if (job.documentId === undefined) throw new Unprocessable(`${job.notificationKind} needs a document`);
  return job.documentId;
}

const askedOf = ({ story, job }: Rendering): string[] =>
  story.created.signatures.filter((one) => one.personId === job.recipientId).map((one) => one.documentId);

const namesOf = (story: ProcessStory, documentIds: readonly string[]): string[] =>
  story.created.documents.filter((one) => documentIds.includes(one.documentId)).map((one) => one.name);

/** A person reads, signs and downloads at one page, a user at the process's. Neither link signs anyone in. */
function linkFor({ job, publicUrl }: Rendering): string {
  return job.recipientKind === 'person'
    ? `${publicUrl}/document?process=${job.processId}&person=${job.recipientId}`
    : `${publicUrl}/processes/${job.processId}`;
}
