import { randomUUID } from 'node:crypto';

import { contactOf, streams, type BodyOf, type ClientContext, type Contact } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import { Refusal } from '@lacre/http';
import type { Attempts, KeyedDigest } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { person, personOf, type PersonState } from '../person/decide-person.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf } from '../process/decide/state.ts';
import type { OpenProcesses } from '../process/open-processes.ts';
import { ownerOf } from '../reservation/owner-of.ts';
import { assertTakesCommands } from '../tenant/assert-here.ts';
import { tenant } from '../tenant/decide-tenant.ts';

/** What a caller says to be: a CPF, with a link or with a tenant's address. */
export type Claim = Pick<BodyOf<'requestSigningCode'>, 'cpf' | 'processId' | 'personId' | 'domain'>;

/** A person whose CPF fits the claim. Nothing is proven yet. */
export interface Claimant {
  personId: string;
  tenantId: string;
  name: string;
  cpf: string;
  /**
   * Contacts that a code may go to: that of the process their link names; without a link those of the processes that
   * are still open, and the register's.
   */
  contacts: readonly Contact[];
  /** Of these, those that a process of theirs was sent to and that still waits. */
  invitedAt: readonly Contact[];
  /** The process their link names. */
  processId: string | undefined;
  hasSignedInBefore: boolean;
}

/**
 * `link`: its holder was invited, so the answer names where the code went. `address`: any CPF may be tried, so
 * the answer is the same whether or not the CPF is registered; `claimant` is undefined when it is not.
 */
export type Claimed =
  | { by: 'link'; claimant: Claimant; subject: string }
  | { by: 'address'; claimant: Claimant | undefined; subject: string };

/** What a claim of identity is looked up by. */
export interface ClaimantParts {
  readonly handler: CommandHandler;
  readonly domainLog: DomainLog;
  readonly digest: KeyedDigest;
  readonly attempts: Attempts;
  readonly openProcesses: OpenProcesses;
}

/** Who the caller says to be. Links and addresses identify; nothing here authenticates. @throws Refusal */
export async function claimed(service: ClaimantParts, claim: Claim, client: ClientContext): Promise<Claimed> {
  const { processId, personId, domain, cpf } = claim;
  if (processId !== undefined && personId !== undefined) return byLink(service, { processId, personId, cpf });
  if (domain !== undefined) return byAddress(service, { domain, cpf }, client);
  throw new Refusal('AUTH_NO_AUTHORIZATION_DATA');
}

async function byLink(
  service: { handler: CommandHandler; attempts: Attempts },
  { processId, personId, cpf }: { processId: string; personId: string; cpf: string },
): Promise<Claimed> {
  const { handler, attempts } = service;
  const state = await handler.load(signatureProcess, processId);
  // The tenant is the process's own: a visitor has none to compare it with.
  const invitedTo = 'tenantId' in state ? processOf(state, state.tenantId) : undefined;
  if (invitedTo === undefined) throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  const participant = invitedTo.participants.find((each) => each.personId === personId);
  if (participant === undefined) throw new Refusal('AUTH_PERSON_NOT_FOUND');
  const { tenantId } = invitedTo;
  const known = personOf(await handler.load(person, personId), tenantId);
  // A removed or erased person gets the answer of a wrong CPF: their link discloses nothing.
  if (participant.cpf !== cpf || known === undefined) {
    await attempts.count('wrongCpfPerPerson', personId);
    throw new Refusal('AUTH_PERSON_NOT_FOUND');
  }
  await activeTenant(service, tenantId);
  const { name } = participant;
  const contacts = [contactOf(participant)];
  const hasSignedInBefore = hasSignedIn(known);
  const invitedAt = contacts;
  const claimant = { personId, tenantId, name, cpf, contacts, invitedAt, processId, hasSignedInBefore };
  return { by: 'link', claimant, subject: `${tenantId} ${cpf}` };
}

async function byAddress(
  service: ClaimantParts,
  { domain, cpf }: { domain: string; cpf: string },
  client: ClientContext,
): Promise<Claimed> {
  const { attempts } = service;
  // Many people from one address: an enumeration of registered persons.
  await attempts.count('cpfPerAddress', client.ip ?? '');
  const owner = await ownerOf(service, { kind: 'domain', value: domain, tenantId: undefined });
  const tenantId = owner?.replace(streams.tenant(''), '') ?? '';
  if (owner === undefined) throw new Refusal('TENANT_NOT_FOUND');
  await activeTenant(service, tenantId);
  return byCpf(service, tenantId, cpf);
}

/** A CPF given at a totem of the tenant: no more is disclosed than at the tenant's address. */
export async function claimedAtTotem(
  service: ClaimantParts,
  { totemId, tenantId, cpf }: { totemId: string; tenantId: string; cpf: string },
): Promise<Claimed> {
  await service.attempts.count('cpfPerTotem', totemId);
  return byCpf(service, tenantId, cpf);
}

/**
 * The register's present contact gets a code only as one more contact: a session that proves it reaches what was sent
 * to it, and no process that was sent elsewhere.
 */
async function byCpf(
  service: {
    handler: CommandHandler;
    digest: KeyedDigest;
    domainLog: DomainLog;
    openProcesses: OpenProcesses;
  },
  tenantId: string,
  cpf: string,
): Promise<Claimed> {
  const { handler, openProcesses } = service;
  const subject = `${tenantId} ${cpf}`;
  const held = await ownerOf(service, { kind: 'cpf', value: cpf, tenantId });
  const personId = held?.replace(streams.person(''), '') ?? '';
  const state = held === undefined ? undefined : await handler.load(person, personId);
  const found = state && personOf(state, tenantId);
  // Looked for in vain for a CPF that is not registered, so that the answer takes as long.
  const invitedAt = await openProcesses.contactsOf(tenantId, found?.personId ?? randomUUID());
  if (found === undefined) return { by: 'address', claimant: undefined, subject };
  const { name } = found.fields;
  const contacts = [...invitedAt, contactOf(found.fields)];
  const hasSignedInBefore = hasSignedIn(found);
  const processId = undefined;
  const claimant = { personId, tenantId, name, cpf, contacts, invitedAt, processId, hasSignedInBefore };
  return { by: 'address', claimant, subject };
}

async function activeTenant({ handler }: { handler: CommandHandler }, tenantId: string): Promise<void> {
  const account = await handler.load(tenant, tenantId);
  if (account.status !== 'registered') throw new Refusal('TENANT_NOT_FOUND');
  assertTakesCommands(account);
  if (!account.active) throw new Refusal('TENANT_INACTIVE');
}

const hasSignedIn = (state: PersonState): boolean => state.status === 'registered' && state.hasSignedIn;
