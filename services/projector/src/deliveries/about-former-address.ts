import { streams } from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import { formerAddressNotice, type AccessGivenChange, type MailAddress } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import { circumstancesOf, eventOf, undoLink } from './about-security.ts';
import type { Composed, Composing } from './composed.ts';
import type { FormerAddressNotification } from './notification-job.ts';
import { readUser } from './user-record.ts';

/**
 * Notifies the former address of an account, while the change can be undone, that the account gave others
 * access: if it was not them, the undo ends that too. @throws Unprocessable
 */
export async function aboutFormerAddress(
  composing: Composing,
  { tenantId, recipientId, stream, eventId }: FormerAddressNotification,
): Promise<Composed> {
  const { log, sender, now } = composing;
  const event = await eventOf(log, stream, eventId);
  const change = event && (await changeOf(log, event, tenantId));
  if (event === undefined || change === undefined) throw new Unprocessable('no access was given by this');
  const former = await oldestFormer(log, tenantId, recipientId, now);
  if (former === undefined) return { overtaken: "no change of this account's address can be undone" };
  const undo = await undoLink(composing, { tenantId, userId: recipientId, emailChange: former });
  if (undo === undefined) return { overtaken: 'the time to undo the change was over' };
  const email = formerAddressNotice({
    sender,
    recipientName: former.to.name,
    change,
    undo,
    ...circumstancesOf(event),
  });
  return { to: former.to, email };
}

interface Former {
  changeId: string;
  undoUntil: string;
  to: MailAddress;
}

/** The first of the addresses by which the account may still be taken back: later ones may be a thief's. */
async function oldestFormer(
  log: DomainLog,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<Former | undefined> {
  let open: Former[] = [];
  for await (const event of log.readStream(streams.user(userId))) {
    if (event.type !== 'UserEdited') continue;
    const { emailChange, undoneChangeId } = event.data;
    const undone = open.findIndex(({ changeId }) => changeId === undoneChangeId);
    if (undone >= 0) open = open.slice(0, undone);
    if (emailChange === undefined) continue;
    const before = await readUser(log, tenantId, userId, { before: event.id });
    if (before !== undefined && !before.isUnproven) open.push({ ...emailChange, to: before.to });
  }
  return open.find(({ undoUntil }) => undoUntil > now.toISOString());
}

async function changeOf(
  log: DomainLog,
  event: LoggedEvent,
  tenantId: string,
): Promise<AccessGivenChange | undefined> {
  switch (event.type) {
    case 'TenantAdministratorAdded':
    case 'AdministrationOffered': {
      const found = await readUser(log, tenantId, event.data.userId);
      const what = event.type === 'AdministrationOffered' ? 'administration-offered' : 'administrator-added';
      return { what, name: found?.to.name ?? 'Alguém' };
    }
    case 'WebhookCreated':
    case 'WebhookEdited':
      return {
        what: event.type === 'WebhookCreated' ? 'webhook-created' : 'webhook-edited',
        url: event.data.url,
      };
    case 'ApiTokenIssued':
      return { what: 'token-issued', description: event.data.description };
    default:
      return undefined;
  }
}
