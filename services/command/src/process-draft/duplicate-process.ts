import type { UserPrincipal } from '@lacre/access';
import type { AnswerOf } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import { issueProof } from '@lacre/proofs';

import { company, companyOf } from '../company/decide-company.ts';
import type { RunningCommand } from '../decider/command-context.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { person, personOf } from '../person/decide-person.ts';
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
  const process = await asRegistered(parts.handler, found);
  const documents = await Promise.all(
    [...found.documents.values()].map((document, index) =>
      draftDocument(parts, caller, process, {
        document,
        index,
        uploadId: newId(`upload:${document.documentId}`),
      }),
    ),
  );
  const content: DraftContent = {
    intent: newId('intent'),
    ...saidOf(process),
    documents,
  };
  return saveDraft(parts, caller, newId('draft'), { revision: 0, content });
}

/** A process without the people who are not registered any more, and without its company where that is gone. */
interface RegisteredProcess extends Omit<ExistingProcess, 'company'> {
  companyId: string | null;
  /** Ids of those in whose name participants sign, who are not registered any more. */
  goneRequesting: ReadonlySet<string>;
}

async function asRegistered(handler: CommandHandler, process: ExistingProcess): Promise<RegisteredProcess> {
  const { tenantId, participants } = process;
  const isRegistered = async (personId: string) =>
    personOf(await handler.load(person, personId), tenantId) !== undefined;
  const registered = await Promise.all(participants.map(({ personId }) => isRegistered(personId)));
  const requesting = participants.flatMap(({ atRequestOf }) => atRequestOf?.personId ?? []);
  const gone = await Promise.all(
    requesting.map(async (personId) => ((await isRegistered(personId)) ? [] : [personId])),
  );
  const chosen = companyOf(await handler.load(company, process.company.companyId), tenantId);
  return {
    ...process,
    companyId: chosen?.companyId ?? null,
    participants: participants.filter((_, index) => registered[index]),
    goneRequesting: new Set(gone.flat()),
  };
}

function saidOf(process: RegisteredProcess): Omit<DraftContent, 'intent' | 'documents'> {
  const { summary, companyId, participants, minimumSignatories, acceptsLateSignatures, allowsDelegation } =
    process;
  const groups = participants.map(({ group = 1 }) => group);
  return {
    summary,
    suggested: '',
    companyId,
    companyOffered: true,
    participants: participants.map(({ personId, part, requirements, group = 1, atRequestOf }) => ({
      personId,
      part,
      requirements,
      group,
      ...(atRequestOf === undefined
        ? {}
        : {
            atRequestOf: {
              personId: process.goneRequesting.has(atRequestOf.personId) ? null : atRequestOf.personId,
              impediment: atRequestOf.impediment ?? null,
            },
          }),
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
  { signatures, participants }: RegisteredProcess,
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
  const askedOf = participants
    .map(({ personId }) => personId)
    .filter((personId) => asked.some((one) => one.personId === personId));
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
