import type { PersonPrincipal, UserPrincipal } from '@lacre/access';
import type { AnswerOf, ClientContext, DataOf } from '@lacre/contracts';
import type { Language } from '@lacre/contracts/languages';
import { Refusal } from '@lacre/http';
import type { IdentityStore, OneTimeCodes } from '@lacre/identity';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

import { schema } from '../database/migrations.ts';
import type { CommandHandler } from '../decider/command-handler.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import { user } from '../user/decide-user.ts';
import { userOf } from '../user/state.ts';
import { claimedAtTotem, type ClaimantParts } from './claimant.ts';
import type { Wanted } from './destination.ts';
import { opened, provenByCode } from './person-session.ts';
import { sendAccessCode, type AccessCodeParts } from './send-code.ts';

/** A tablet in service. */
type Totem = NonNullable<PersonPrincipal['totem']>;

interface Call {
  principal: UserPrincipal;
  client: ClientContext;
  request: { id: string };
}

/** The totem that the caller's session is; undefined before it is registered. */
export async function totemOfCaller(
  { handler }: { handler: CommandHandler },
  { sub: userId, sid: totemId, tenantId }: UserPrincipal,
): Promise<Totem | undefined> {
  const known = totemId && userOf(await handler.load(user, userId), tenantId)?.totems.get(totemId);
  return !totemId || !known || known.isRevoked ? undefined : { totemId, name: known.name, userId };
}

/** In which the account has its totems wait. */
export async function totemLanguageOf(
  { handler }: { handler: CommandHandler },
  { tenantId }: UserPrincipal,
): Promise<Language> {
  const account = await handler.load(tenant, tenantId);
  return (account.status === 'registered' ? account.settings.totemLanguage : undefined) ?? 'pt-BR';
}

async function inService(service: { handler: CommandHandler }, principal: UserPrincipal): Promise<Totem> {
  const totem = await totemOfCaller(service, principal);
  if (totem === undefined) throw new Refusal('DEVICE_NOT_FOUND');
  return totem;
}

/** Sends a code to the person of the CPF, and answers alike when there is none. @throws Refusal */
export async function requestTotemCode(
  service: AccessCodeParts & ClaimantParts,
  { cpf, ...wanted }: Wanted & { cpf: string },
  { principal, client }: Call,
): Promise<AnswerOf<'requestTotemCode'>> {
  const { totemId } = await inService(service, principal);
  const { tenantId } = principal;
  const who = await claimedAtTotem(service, { totemId, tenantId, cpf });
  return sendAccessCode(service, who, wanted, client);
}

/**
 * Opens a session by the code. The tablet is shared: it is remembered for no person, and the token names it, so
 * that it ends with it and acts say where they were done. @throws Refusal
 */
export async function openTotemSession(
  service: ClaimantParts & { now: () => Date; identity: IdentityStore; codes: OneTimeCodes },
  { cpf, code }: { cpf: string; code: string },
  { principal, client, request }: Call,
): Promise<AnswerOf<'openTotemSession'>> {
  const totem = await inService(service, principal);
  await service.attempts.count('openPerAddress', client.ip ?? '');
  const { totemId } = totem;
  const who = await claimedAtTotem(service, { totemId, tenantId: principal.tenantId, cpf });
  const { claimant, proven } = await provenByCode(service, who, { code, source: { address: client.ip } });
  return opened(service, claimant, [proven], { client, correlationId: request.id, totem });
}

/** The totem as the record of an act keeps it. */
export const totemOf = ({ totem }: PersonPrincipal): DataOf<'SignatureSigned'>['totem'] =>
  totem && { totemId: totem.totemId, name: totem.name };

/** No fact of the product: that a tablet is on. */
export async function noteSeen(
  { pool, now, log }: { now: () => Date; log: Logger; pool: Pool },
  { totemId }: Totem,
  tenantId: string,
): Promise<void> {
  await pool
    .query(
      `insert into ${schema}.totem_use (totem_id, tenant_id, last_seen_at) values ($1, $2, $3)
       on conflict (totem_id) do update set last_seen_at = greatest(totem_use.last_seen_at, excluded.last_seen_at)`,
      [totemId, tenantId, now()],
    )
    .catch((error: unknown) => log.warn({ err: error, totemId }, 'a totem could not be noted as seen'));
}
