import type { UserPrincipal } from '@lacre/access';
import type { Participant, Part, Reminders, Requirements, Selection, TenantSettings } from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import { verifyProof, type ProofSecret } from '@lacre/proofs';

import { company, companyOf } from '../../company/decide-company.ts';
import { credits } from '../../credits/decide-credits.ts';
import { allInOrder } from '../../decider/all-in-order.ts';
import type { RunningCommand } from '../../decider/command-context.ts';
import type { CommandHandler } from '../../decider/command-handler.ts';
import { orThrow } from '../../decider/or-throw.ts';
import { tenant } from '../../tenant/decide-tenant.ts';
import { assertTagsOf } from '../../tenant/known-tags.ts';
import { assertProvenFounder } from '../../tenant/proven-registration.ts';
import type { CreateProcess, DocumentToSign } from '../decide/commands.ts';
import { objectionTo } from '../decide/decide-create.ts';
import { signatureProcess } from '../decide/decide-process.ts';
import { withUniqueNames } from '../decide/document-names.ts';
import { provenFacts } from '../decide/proven-facts.ts';
import { processOf, type ProcessState } from '../decide/state.ts';
import type { BegunCreation } from './created-processes.ts';
import { invited } from './invited-person.ts';
import { MAX_ABANDONED } from './max-abandoned.ts';
import { termsOf } from './terms.ts';

/** What is asked to be signed, as the request names it. */
export interface AskedProcess {
  summary: string;
  companyId: string;
  documents: readonly {
    proof: string;
    selection?: (Selection & { askedOf?: readonly string[] | undefined }) | undefined;
  }[];
  /** Documents of one name are numbered, since the name was not chosen for this process; else they are refused. */
  uniqueNames?: boolean;
  participants: readonly {
    personId: string;
    part: Part;
    /** Undefined: the account's defaults. */
    requirements?: Requirements | undefined;
    group?: number | undefined;
  }[];
  minimumSignatories?: number | undefined;
  acceptsLateSignatures?: boolean | undefined;
  /** As `terms` of the contracts: undefined is the account's, null is none. */
  deadline?: string | null | undefined;
  reminders?: Reminders | null | undefined;
  tagIds?: readonly string[] | undefined;
  requester: UserPrincipal;
}

/** What processes are created with. */
export interface ProcessCreationParts {
  readonly handler: CommandHandler;
  readonly now: () => Date;
  readonly proofSecret: ProofSecret;
}

/**
 * Creates a process in two steps, since its credits live in a stream of their own.
 *
 * 1. CreditsReserved. A crash after it leaves a reservation without a process: the `abandon-process` job closes the
 *    process's stream and gives the credits back, unless a repeat of the request gets to step 2 first.
 * 2. ProcessCreated with "no stream": the commit point.
 */
async function create(
  service: ProcessCreationParts,
  { context }: RunningCommand,
  processId: string,
  asked: AskedProcess,
) {
  const { handler } = service;
  const command = await prepared(service, context.tenantId, [processId], asked);
  const objection = objectionTo(command);
  if (objection !== undefined)
    throw new Refusal(objection.code, objection.detail === undefined ? {} : { detail: objection.detail });
  const { tenantId } = context;
  const reserve = { type: 'reserve', tenantId, processId, amount: command.documents.length } as const;
  orThrow(
    await handler.handle(credits, tenantId, reserve, { ...context, key: `${context.key}:${processId}` }),
  );
  const { state, position } = orThrow(await handler.handle(signatureProcess, processId, command, context));
  return { position, ...createdIn(state, tenantId) };
}

/**
 * The intent's process id, the first that was not abandoned, so that a late repeat is not locked out for good; and the
 * process that the same intent created before, whatever became since of what it was made from. @throws Refusal
 */
async function begin(
  { handler }: { handler: CommandHandler },
  { context, newId }: RunningCommand,
): Promise<BegunCreation> {
  for (let abandoned = 0; abandoned < MAX_ABANDONED; abandoned++) {
    const id = newId(`process:${abandoned}`);
    const { state, repeated } = await handler.look(signatureProcess, id, context);
    if (state.status === 'abandoned') continue;
    if (repeated === undefined) return { id };
    const { state: created, position } = orThrow(repeated);
    return { id, created: { position, ...createdIn(created, context.tenantId) } };
  }
  throw new Refusal('CONCURRENT_CHANGE');
}

/** All documents in one process. */
export const oneProcess = { begin, create };

function createdIn(state: ProcessState, tenantId: string) {
  const created = processOf(state, tenantId);
  if (created === undefined) throw new Error('a created process is not there');
  const documents = [...created.documents.values()].map(({ documentId, name }) => ({ documentId, name }));
  const { processId } = created;
  return { processId, documents, processes: [{ processId, documents }] };
}

/**
 * The command with all that it names looked up in the log.
 *
 * @param processIds of the process, or of each document's. @throws Refusal when something is not there.
 */
export async function prepared(
  service: ProcessCreationParts,
  tenantId: string,
  processIds: readonly string[],
  asked: AskedProcess,
): Promise<CreateProcess> {
  const { summary, minimumSignatories, acceptsLateSignatures, requester } = asked;
  const account = registeredTenant(service, tenantId);
  const [owner, , proven, { companyId, cnpj, fields }, participants] = await allInOrder([
    account,
    account.then((registered) => assertProvenFounder(service, registered)),
    allInOrder(
      asked.documents.map((document, index) =>
        provenDocument(service, tenantId, processIds[index] ?? processIds[0] ?? '', document, index),
      ),
    ),
    activeCompany(service, tenantId, asked.companyId),
    allInOrder(asked.participants.map((each, index) => personOf(service, tenantId, each, index))),
  ]);
  assertTagsOf(owner, asked.tagIds ?? []);
  const documents = asked.uniqueNames === true ? withUniqueDocumentNames(proven) : proven;
  const at = service.now().toISOString();
  return {
    type: 'create',
    processId: processIds[0] ?? '',
    tenantId,
    tenantName: owner.name,
    summary,
    documents,
    participants: participants.map((person, index) =>
      participantOf(person, asked.participants[index], owner.settings),
    ),
    company: { companyId, cnpj, companyName: fields.companyName },
    requester: { userId: requester.sub, name: requester.name },
    minimumSignatories,
    acceptsLateSignatures,
    ...termsOf(asked, owner.settings, at),
    tagIds: asked.tagIds,
    at,
  };
}

/** @throws Refusal TENANT_NOT_FOUND */
async function registeredTenant({ handler }: { handler: CommandHandler }, tenantId: string) {
  const owner = await handler.load(tenant, tenantId);
  if (owner.status !== 'registered') throw new Refusal('TENANT_NOT_FOUND');
  return owner;
}

/** @throws Refusal COMPANY_NOT_FOUND, COMPANY_INACTIVE */
async function activeCompany({ handler }: { handler: CommandHandler }, tenantId: string, companyId: string) {
  const found = companyOf(await handler.load(company, companyId), tenantId);
  if (found === undefined) throw new Refusal('COMPANY_NOT_FOUND');
  if (found.status === 'inactive') throw new Refusal('COMPANY_INACTIVE');
  return found;
}

function withUniqueDocumentNames(documents: readonly DocumentToSign[]): DocumentToSign[] {
  const names = withUniqueNames(documents.map(({ name }) => name));
  return documents.map((document, index) => ({ ...document, name: names[index] ?? document.name }));
}

async function provenDocument(
  { proofSecret, now }: { now: () => Date; proofSecret: ProofSecret },
  tenantId: string,
  processId: string,
  { proof, selection }: AskedProcess['documents'][number],
  index: number,
): Promise<DocumentToSign> {
  const verified = await verifyProof('upload', proof, { secret: proofSecret, now: now() });
  if (!verified.ok || verified.claims.tenantId !== tenantId) {
    const fieldErrors = [{ field: `documents.${index}.proof`, message: 'Envie este arquivo de novo' }];
    throw new Refusal('UPLOAD_PROOF_INVALID', { fieldErrors });
  }
  const documentId = derivedId('document', processId, index);
  const document = { documentId, ...provenFacts(verified.claims) };
  if (selection === undefined) return document;
  const { askedOf, ...question } = selection;
  return { ...document, selection: question, askedOf };
}

const personOf = (
  service: { handler: CommandHandler },
  tenantId: string,
  { personId }: AskedProcess['participants'][number],
  index: number,
) => invited(service, tenantId, personId, `participants.${index}.personId`);

function participantOf(
  person: Awaited<ReturnType<typeof personOf>>,
  asked: AskedProcess['participants'][number] | undefined,
  settings: TenantSettings,
): Participant {
  if (asked === undefined) throw new Error('nobody asked for this participant');
  const { part, group } = asked;
  const requirements = asked.requirements ?? settings.requirements ?? NOTHING_MORE;
  return { ...person, part, requirements, ...(group === undefined ? {} : { group }) };
}

const NOTHING_MORE: Requirements = { location: false };
