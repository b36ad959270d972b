import { streams } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import { administrationNotice, type AdministrationChange } from '@lacre/mailer';
import { Unprocessable } from '@lacre/work-queue';

import { circumstancesOf, eventOf } from './about-security.ts';
import type { Composed, Composing } from './composed.ts';
import type { AdministrationNotification } from './notification-job.ts';
import { readUser } from './user-record.ts';

/** Notifies one of the two users concerned of a change of the tenant's administration. @throws Unprocessable */
export async function aboutAdministration(
  { log, publicUrl, sender }: Composing,
  { tenantId, recipientId, eventId }: AdministrationNotification,
): Promise<Composed> {
  const event = await eventOf(log, streams.tenant(tenantId), eventId);
  const told = event && changeFor(event, recipientId);
  const user = await readUser(log, tenantId, recipientId);
  if (event === undefined || told === undefined || user === undefined)
    throw new Unprocessable('no such change of this tenant concerns this user');
  if (user.status === 'removed') return { overtaken: 'the user was removed before the notice was sent' };
  const other = await readUser(log, tenantId, told.otherId);
  const email = administrationNotice({
    sender,
    recipientName: user.to.name,
    change: told.change,
    otherName: other?.to.name ?? 'Alguém',
    ...circumstancesOf(event),
    link: `${publicUrl}${told.change.what === 'added' || told.change.side !== 'receiver' ? '/users' : '/profile'}`,
  });
  return { to: user.to, email };
}

/** What the event is to one of the two; undefined for others. */
function changeFor(
  event: LoggedEvent,
  recipientId: string,
): { change: AdministrationChange; otherId: string } | undefined {
  switch (event.type) {
    case 'TenantAdministratorAdded':
    case 'TenantAdministratorRemoved': {
      const actorId = actorIdOf(event) ?? event.data.userId;
      const what = event.type === 'TenantAdministratorAdded' ? 'added' : 'removed';
      if (recipientId === event.data.userId)
        return { change: { what, side: 'administrator' }, otherId: actorId };
      return recipientId === actorId
        ? { change: { what, side: 'actor' }, otherId: event.data.userId }
        : undefined;
    }
    case 'AdministrationOffered':
    case 'AdministrationAccepted':
    case 'AdministrationOfferEnded': {
      const { userId, offererId } = event.data;
      if (recipientId !== userId && recipientId !== offererId) return undefined;
      const side = recipientId === userId ? 'receiver' : 'offerer';
      const otherId = side === 'receiver' ? offererId : userId;
      if (event.type === 'AdministrationOffered')
        return { change: { what: 'offered', side, until: new Date(event.data.expiresAt) }, otherId };
      const what = event.type === 'AdministrationAccepted' ? 'accepted' : event.data.how;
      return { change: { what, side }, otherId };
    }
    default:
      return undefined;
  }
}

/** The user who did what the metadata is of. */
const actorIdOf = ({ metadata: { actor } }: LoggedEvent): string | undefined =>
  actor.kind === 'user' ? actor.id : undefined;
