import type { UserPrincipal } from '@lacre/access';
import type {
  Impediment,
  Participant,
  Part,
  Reminders,
  Requirements,
  Selection,
  TenantSettings,
} from '@lacre/contracts';
import { derivedId } from '@lacre/event-store';
import { Refusal } from '@lacre/http';
import type { PersonalData } from '@lacre/personal-data';
import { verifyProof, type ProofSecret } from '@lacre/proofs';

import { company, companyOf, type CompanyRecord } from '../../company/decide-company.ts';
import { allInOrder } from '../../decider/all-in-order.ts';
import type { CommandHandler } from '../../decider/command-handler.ts';
import { tenant } from '../../tenant/decide-tenant.ts';
import { assertTagsOf } from '../../tenant/known-tags.ts';
import { assertProvenFounder } from '../../tenant/proven-registration.ts';
import type { CreateProcess, DocumentToSign, InvitedPerson } from '../decide/commands.ts';
import { withUniqueNames } from '../decide/document-names.ts';
import { provenFacts } from '../decide/proven-facts.ts';
import { invited } from './invited-person.ts';
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
    atRequestOf?: { personId: string; impediment: Impediment } | undefined;
  }[];
  minimumSignatories?: number | undefined;
  acceptsLateSignatures?: boolean | undefined;
  /** Participants who have not acted may hand their signatures on. */
  allowsDelegation?: boolean | undefined;
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
  readonly personalData: PersonalData;
}

/** A process that is asked for, and what it names, as far as that is read by now. */
export interface LookedUp {
  asked: AskedProcess;
  account: ReturnType<typeof registeredTenant>;
  founder: Promise<void>;
  company: Promise<CompanyRecord>;
  participants: Promise<InvitedPerson[]>;
  /** Beside the participants: in whose name each signs, if in another's. */
  requesting: Promise<(InvitedPerson | undefined)[]>;
}

/** Begins to read all that a process names, at once. What it is refused for, `prepared` throws. */
export function lookedUp(service: ProcessCreationParts, tenantId: string, asked: AskedProcess): LookedUp {
  const account = registeredTenant(service, tenantId);
  const reading = {
    account,
    founder: assertProvenFounder(service, tenantId, account),
    company: activeCompany(service, tenantId, asked.companyId),
    participants: allInOrder(
      asked.participants.map((each, index) => personOf(service, tenantId, each, index)),
    ),
    requesting: allInOrder(
      asked.participants.map(async ({ atRequestOf }, index) =>
        atRequestOf === undefined
          ? undefined
          : invited(service, tenantId, atRequestOf.personId, `participants.${index}.atRequestOf.personId`),
      ),
    ),
    // What is written of them is encrypted by these; kept by the keys themselves.
    keys: service.personalData.keys.forReading(
      asked.participants.flatMap(({ personId, atRequestOf }) =>
        atRequestOf === undefined ? [personId] : [personId, atRequestOf.personId],
      ),
    ),
  };
  for (const each of Object.values(reading)) each.catch(() => {});
  return { asked, ...reading };
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
  { asked, account, founder, company: asCompany, participants: people, requesting: inWhoseName }: LookedUp,
): Promise<CreateProcess> {
  const { summary, minimumSignatories, acceptsLateSignatures, allowsDelegation, requester } = asked;
  const [owner, , proven, { companyId, cnpj, fields }, participants, requesting] = await allInOrder([
    account,
    founder,
    allInOrder(
      asked.documents.map((document, index) =>
        provenDocument(service, tenantId, processIds[index] ?? processIds[0] ?? '', document, index),
      ),
    ),
    asCompany,
    people,
    inWhoseName,
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
      participantOf(person, asked.participants[index], requesting[index], owner.settings),
    ),
    company: { companyId, cnpj, companyName: fields.companyName },
    requester: { userId: requester.sub, name: requester.name },
    minimumSignatories,
    acceptsLateSignatures,
    allowsDelegation,
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
  person: InvitedPerson,
  asked: AskedProcess['participants'][number] | undefined,
  requesting: InvitedPerson | undefined,
  settings: TenantSettings,
): Participant {
  if (asked === undefined) throw new Error('no selection asked for this participant');
  const { part, group } = asked;
  const requirements = asked.requirements ?? settings.requirements ?? NOTHING_MORE;
  const { impediment } = asked.atRequestOf ?? {};
  return {
    ...person,
    part,
    requirements,
    ...(group === undefined ? {} : { group }),
    ...(requesting === undefined ? {} : { atRequestOf: requestOf(requesting, impediment) }),
  };
}

const requestOf = (
  { personId, name, cpf }: InvitedPerson,
  impediment: Impediment | undefined,
): Participant['atRequestOf'] => ({
  personId,
  name,
  cpf,
  ...(impediment === undefined ? {} : { impediment }),
});

const NOTHING_MORE: Requirements = { location: false };
