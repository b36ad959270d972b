import type { UserPrincipal } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { issueProof } from '@lacre/proofs';

import type { RunningCommand } from '../decider/command-context.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf, type DocumentState, type ExistingProcess } from '../process/decide/state.ts';
import type { DraftContent } from './kept-draft.ts';
import { saveDraft, type DraftParts } from './save-draft.ts';

/** A proof made here is used up by the same request, seconds. */
const OWN_PROOF_SECONDS = 300;

/**
 * Begins a draft that says what a process was made from: the same documents, company and people, who are invited as they
 * are registered now. Its deadline stays with the process that had it.
 *
 * @throws Refusal SIGNATURE_PROCESS_NOT_FOUND, and as `saveDraft`
 */
export async function duplicateProcess(
  parts: DraftParts,
  caller: UserPrincipal,
  { newId }: RunningCommand,
  processId: string,
): Promise<AnswerOf<'duplicateProcess'>> {
  const { tenantId } = caller;
  const found = processOf(await parts.handler.load(signatureProcess, processId), tenantId);
  if (found === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  const documents = await Promise.all(
    [...found.documents.values()].map((document, index) =>
      draftDocument(parts, caller, found, {
        document,
        index,
        uploadId: newId(`upload:${document.documentId}`),
      }),
    ),
  );
  const content: DraftContent = {
    intent: newId('intent'),
    ...saidOf(found),
    documents,
  };
  return saveDraft(parts, caller, newId('draft'), { revision: 0, content });
}

function saidOf(process: ExistingProcess): Omit<DraftContent, 'intent' | 'documents'> {
  const { summary, company, participants, minimumSignatories, acceptsLateSignatures, allowsDelegation } =
    process;
  const groups = participants.map(({ group = 1 }) => group);
  return {
    summary,
    suggested: '',
    companyId: company.companyId,
    companyOffered: true,
    participants: participants.map(({ personId, part, requirements, group = 1 }) => ({
      personId,
      part,
      requirements,
      group,
    })),
    minimumSignatories: minimumSignatories === 0 ? null : minimumSignatories,
    acceptsLateSignatures,
    allowsDelegation,
    type: 'single',
    roles: [],
    ordered: new Set(groups).size > 1,
    deadline: '',
    reminderDays: process.reminders?.everyDays ?? null,
    tagIds: [...process.tags],
    requirements: participants[0]?.requirements ?? { location: false },
    defaulted: true,
  };
}

/** Its file was vouched for when it came in, and is kept. */
async function draftDocument(
  { proofSecret: secret, now }: DraftParts,
  { tenantId, sub: userId }: UserPrincipal,
  { signatures }: ExistingProcess,
  { document, index, uploadId }: { document: DocumentState; index: number; uploadId: string },
): Promise<DraftContent['documents'][number]> {
  const { documentId, name, sha256, sourceSha256, sizeBytes, pages, alreadySigned } = document;
  const kept = {
    printsOtherwise: document.printsOtherwise,
    restrictionsLifted: document.restrictionsLifted,
  };
  const file = { name, sizeBytes, pages, alreadySigned, ...kept };
  const claims = { ...file, uploadId, tenantId, userId, mediaType: 'application/pdf', sha256, sourceSha256 };
  const proof = await issueProof('upload', claims, {
    secret,
    expiresInSeconds: OWN_PROOF_SECONDS,
    now: now(),
  });
  const asked = [...signatures.values()].filter((one) => one.documentId === documentId && one.asksSelection);
  const askedOf = asked.map(({ personId }) => personId);
  return {
    ...file,
    uploadId,
    proof,
    normalised: false,
    chosenName: name,
    order: index + 1,
    selection: document.selection && { ...document.selection, askedOf },
  };
}
