import { streams, type DomainEvent } from '@lacre/contracts';
import type { EventStore, RecordedEvent } from '@lacre/event-store';
import { formerAddressNotice, type AccessGivenChange, type MailAddress } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import { circumstancesOf, eventOf, undoLink } from './about-security.ts';
import type { Composed, Composing } from './composed.ts';
import type { FormerAddressNotification } from './notification-job.ts';
import { readUser } from './user-record.ts';

/**
 * Tells whoever reads the former address of an account, while they may take its change back, that the account gave others
 * access: if it was not them, the undo ends that too. @throws Unprocessable
 */
export async function aboutFormerAddress(
  composing: Composing,
  { tenantId, recipientId, stream, eventId }: FormerAddressNotification,
): Promise<Composed> {
  const { eventStore, sender, now } = composing;
  const recorded = await eventOf(eventStore, stream, eventId);
  const change = recorded && (await changeOf(eventStore, recorded, tenantId));
  if (recorded === undefined || change === undefined) throw new Unprocessable('no access was given by this');
  const former = await oldestFormer(eventStore, tenantId, recipientId, now);
  if (former === undefined) return { overtaken: "no change of this account's address can be undone" };
  const undo = await undoLink(composing, { tenantId, userId: recipientId, emailChange: former });
  if (undo === undefined) return { overtaken: 'the time to undo the change was over' };
  const email = formerAddressNotice({
    sender,
    recipientName: former.to.name,
    change,
    undo,
    ...circumstancesOf(recorded),
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
  store: EventStore,
  tenantId: string,
  userId: string,
  now: Date,
): Promise<Former | undefined> {
  let open: Former[] = [];
  for await (const recorded of store.readStream(streams.user(userId))) {
    const event = recorded as unknown as DomainEvent;
    if (event.type !== 'UserEdited') continue;
    const { emailChange, undoneChangeId } = event.data;
    const undone = open.findIndex(({ changeId }) => changeId === undoneChangeId);
    if (undone >= 0) open = open.slice(0, undone);
    if (emailChange === undefined) continue;
    const before = await readUser(store, tenantId, userId, { before: recorded.id });
    if (before !== undefined && !before.isUnproven) open.push({ ...emailChange, to: before.to });
  }
  return open.find(({ undoUntil }) => undoUntil > now.toISOString());
}

async function changeOf(
  store: EventStore,
  recorded: RecordedEvent,
  tenantId: string,
): Promise<AccessGivenChange | undefined> {
  const event = recorded as unknown as DomainEvent;
  switch (event.type) {
    case 'TenantAdministratorAdded':
    case 'AdministrationOffered': {
      const found = await readUser(store, tenantId, event.data.userId);
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
