import { signLanguageHostOf, type AnswerOf, type ClientContext } from '@lacre/contracts';
import { Refusal } from '@lacre/http';
import type { Attempts } from '@lacre/identity';

import type { CommandHandler } from '../decider/command-handler.ts';
import { person, personOf } from '../person/decide-person.ts';
import { signatureProcess } from '../process/decide/decide-process.ts';
import { processOf } from '../process/decide/state.ts';
import { assertHere } from '../tenant/assert-here.ts';
import { tenant } from '../tenant/decide-tenant.ts';
import type { TenantState } from '../tenant/state.ts';

/**
 * What the link of an invitation says before its holder says who they are. A process that is not there, a person who is
 * not, or no longer, asked in it, and an account that is inactive have one answer; one that was moved says where to.
 * @throws Refusal
 */
export async function signingInvitation(
  { handler, attempts, ...offered }: { handler: CommandHandler; attempts: Attempts } & SignLanguageOffer,
  { processId, personId }: { processId: string; personId: string },
  client: ClientContext,
): Promise<AnswerOf<'signingInvitation'>> {
  await attempts.count('invitationViewPerAddress', client.ip ?? '');
  const state = await handler.load(signatureProcess, processId);
  // The tenant is the process's own: a visitor has none to compare it with.
  const process = 'tenantId' in state ? processOf(state, state.tenantId) : undefined;
  if (process === undefined || !process.participants.some((each) => each.personId === personId))
    throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  const { tenantId, requester, company, summary, documents, deadline } = process;
  const account = await handler.load(tenant, tenantId);
  const asked = personOf(await handler.load(person, personId), tenantId);
  if (account.status === 'registered') assertHere(account);
  if (asked === undefined || account.status !== 'registered' || !account.active)
    throw new Refusal('SIGNATURE_PROCESS_NOT_FOUND');
  return doorOf(offered, account, {
    requesterName: requester.name,
    companyName: company.companyName,
    summary,
    documents: documents.size,
    deadline: deadline ?? null,
  });
}

type Door = AnswerOf<'signingInvitation'>;

/** What the installation offers to accounts that want Libras. */
export interface SignLanguageOffer {
  /** Where the widget is; null or absent where none is offered. */
  readonly vlibrasUrl?: string | null;
}

/** What a link shows of an account's request: the account as it shows itself now. */
export function doorOf(
  { vlibrasUrl }: SignLanguageOffer,
  { tenantId, settings, images, name }: Extract<TenantState, { status: 'registered' }>,
  request: Pick<Door, 'requesterName' | 'companyName' | 'summary' | 'documents' | 'deadline'>,
): Door {
  return {
    tenantName: settings.displayName ?? name,
    primaryColor: settings.primaryColor ?? null,
    logoUrl: images.logo === undefined ? null : `/tenant/${tenantId}/image/${images.logo}`,
    ...request,
    signLanguageHost: settings.signLanguage === true ? signLanguageHostOf(vlibrasUrl) : null,
  };
}
