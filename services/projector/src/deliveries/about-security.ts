import {
  ERASED,
  deviceText,
  maskAddress,
  maskEmail,
  streams,
  type DataOf,
  type DomainEvent,
  type StreamOf,
} from '@lacre/contracts';
import type { DomainLog, LoggedEvent } from '@lacre/domain-log';
import { emailChanged, newPersonDevice, securityNotice, type SecurityChange } from '@lacre/mailer';
import { issueProof } from '@lacre/proofs';
import { Unprocessable } from '@lacre/work-queue';

import type { Composed, Composing } from './composed.ts';
import type { SecurityNotification } from './notification-job.ts';
import { actorName, readUser, type UserRecord } from './user-record.ts';

/** Notifies a user or person of a change of their sign-in. @throws Unprocessable */
export async function aboutSecurity(composing: Composing, job: SecurityNotification): Promise<Composed> {
  return job.notificationKind === 'person-device'
    ? aboutDevice(composing, job)
    : aboutAccount(composing, job);
}

async function aboutAccount(
  composing: Composing,
  { tenantId, recipientId, eventId }: SecurityNotification,
): Promise<Composed> {
  const { log, publicUrl, sender } = composing;
  const event = await eventOf(log, streams.user(recipientId), eventId);
  const user = await readUser(log, tenantId, recipientId);
  if (event?.type === 'UserEdited') return aboutAddress(composing, event, user);
  const change =
    event?.type === 'UserAccessTakenBack'
      ? await accessTakenBack(log, tenantId, event.data)
      : event && changeOf(event);
  if (event === undefined || change === undefined || user === undefined)
    throw new Unprocessable('no such change of this user');
  // The address may be a stranger's: an unproven address gets no message about the account.
  if (user.isUnproven && !(change.what === 'password' && change.how === 'ended'))
    return { overtaken: 'the address of this registration was not proven' };
  if (user.status === 'removed') return { overtaken: 'the user was removed before the notice was sent' };
  const email = securityNotice({
    sender,
    recipientName: user.to.name,
    change,
    ...circumstancesOf(event),
    profileLink: `${publicUrl}/profile`,
    passwordLink: `${publicUrl}/password`,
  });
  return { to: user.to, email };
}

/** To the former address of an account: who changed it, and how to undo it. */
async function aboutAddress(
  composing: Composing,
  event: LoggedEvent<Extract<DomainEvent, { type: 'UserEdited' }>>,
  user: UserRecord | undefined,
): Promise<Composed> {
  const { log, sender } = composing;
  const edited = event.data;
  const { userId, tenantId, email: current } = edited;
  const former = await readUser(log, tenantId, userId, { before: event.id });
  if (user === undefined || former === undefined) throw new Unprocessable('no such change of this user');
  // Who mistyped their address when they registered leads no stranger into the account.
  if (former.isUnproven) return { overtaken: 'the former address was not proven' };
  if (former.to.address === ERASED) return { overtaken: 'the address was erased before the notice was sent' };
  const email = emailChanged({
    sender,
    recipientName: former.to.name,
    current: maskEmail(current),
    by: actorName(event.metadata),
    undo: edited.emailChange && (await undoLink(composing, { ...edited, emailChange: edited.emailChange })),
    ...circumstancesOf(event),
  });
  return { to: former.to, email };
}

/** The way back to the former address. The link carries a proof made now, which stands in no log and in no queue. */
export async function undoLink(
  { publicUrl, proofSecret: secret, now }: Composing,
  {
    tenantId,
    userId,
    emailChange,
  }: { tenantId: string; userId: string; emailChange: { changeId: string; undoUntil: string } },
): Promise<{ link: string; until: Date } | undefined> {
  const { changeId, undoUntil } = emailChange;
  const until = new Date(undoUntil);
  const expiresInSeconds = Math.floor((until.getTime() - now.getTime()) / 1000);
  if (expiresInSeconds <= 0) return undefined;
  const proof = await issueProof(
    'email-undo',
    { tenantId, userId, changeId },
    { secret, now, expiresInSeconds },
  );
  return { link: `${publicUrl}/login#undo-email=${proof}`, until };
}

/** What the event says in the words of the message; undefined for events without a message. */
function changeOf(event: DomainEvent): SecurityChange | undefined {
  switch (event.type) {
    case 'UserPasswordChanged':
      return { what: 'password', how: event.data.how };
    case 'UserSignedIn':
      return { what: 'new-browser' };
    case 'UserSignInHeld':
      return { what: 'sign-in-held' };
    case 'UserSecondFactorEnrolled':
      return { what: 'factor-enrolled', kind: event.data.kind };
    case 'UserSecondFactorWithdrawn':
      return { what: 'factor-withdrawn', kind: event.data.kind };
    case 'UserPasskeyRegistered':
      return { what: 'passkey-registered' };
    case 'UserPasskeyRemoved':
      return { what: 'passkey-removed' };
    case 'UserGoogleLinked':
      return { what: 'google-linked' };
    case 'UserGoogleUnlinked':
      return { what: 'google-unlinked' };
    case 'UserRecoveryIssued':
      return { what: 'recovery', reason: event.data.reason, until: new Date(event.data.expiresAt) };
    default:
      return undefined;
  }
}

/** What ended, by names that its reader knows. */
async function accessTakenBack(
  log: DomainLog,
  tenantId: string,
  { administratorIds, memberIds, webhookIds, tokenIds }: DataOf<'UserAccessTakenBack'>,
): Promise<SecurityChange> {
  const namesOf = (ids: readonly string[]) =>
    Promise.all(ids.map(async (id) => (await readUser(log, tenantId, id))?.to.name ?? 'Alguém'));
  const urlOf = async (webhookId: string) => {
    let url = '';
    for await (const event of log.readStream(streams.webhook(webhookId))) {
      if (event.type === 'WebhookCreated' || event.type === 'WebhookEdited') ({ url } = event.data);
    }
    return url;
  };
  return {
    what: 'access-taken-back',
    administrators: await namesOf(administratorIds),
    members: await namesOf(memberIds),
    webhooks: await Promise.all(webhookIds.map(urlOf)),
    tokenCount: tokenIds.length,
  };
}

async function aboutDevice(
  { log, publicUrl, sender }: Composing,
  { tenantId, recipientId, eventId }: SecurityNotification,
): Promise<Composed> {
  const stream = streams.person(recipientId);
  const event = await eventOf(log, stream, eventId);
  const registered = await personAddress(log, tenantId, recipientId);
  if (event?.type !== 'PersonDeviceRemembered' || registered === undefined)
    throw new Unprocessable('no such device of this person');
  const { proven, expiresAt } = event.data;
  // The contact that it was remembered for; the register's only in logs from before.
  const to = { name: registered.name, address: proven?.toldAt ?? registered.address };
  const email = newPersonDevice({
    sender,
    recipientName: to.name,
    ...circumstancesOf(event),
    until: new Date(expiresAt),
    contact: proven && maskAddress(proven),
    devicesLink: await devicesLink(log, tenantId, publicUrl),
  });
  return { to, email };
}

/** People come in by the address of the account, since a device is of no single process. */
async function devicesLink(log: DomainLog, tenantId: string, publicUrl: string): Promise<string> {
  let domain = '';
  for await (const event of log.readStream(streams.tenant(tenantId))) {
    if (event.type === 'TenantRegistered') domain = event.data.domain;
    if (event.type === 'TenantDomainRemoved' && event.data.kind === 'login' && event.data.domain === domain)
      domain = event.data.primary;
  }
  return `${publicUrl}/document/devices?domain=${encodeURIComponent(domain)}`;
}

async function personAddress(log: DomainLog, tenantId: string, personId: string) {
  let to: { name: string; address: string } | undefined;
  for await (const event of log.readStream(streams.person(personId))) {
    if (
      (event.type === 'PersonCreated' || event.type === 'PersonDrafted' || event.type === 'PersonEdited') &&
      event.data.tenantId === tenantId
    )
      to = { name: event.data.fields.name, address: event.data.fields.email };
  }
  return to;
}

export function eventOf<Event extends DomainEvent>(
  log: DomainLog,
  stream: StreamOf<Event>,
  eventId: string,
): Promise<LoggedEvent<Event> | undefined>;
export function eventOf(log: DomainLog, stream: string, eventId: string): Promise<LoggedEvent | undefined>;
export async function eventOf(
  log: DomainLog,
  stream: string,
  eventId: string,
): Promise<LoggedEvent | undefined> {
  for await (const event of log.readStream(stream)) if (event.id === eventId) return event;
  return undefined;
}

/** When and from where; what was erased, or is unknown, is left out. */
export function circumstancesOf({ metadata: { occurredAt, client = {} } }: Pick<LoggedEvent, 'metadata'>) {
  const known = (text: string | null | undefined) =>
    text === undefined || text === null || text === '' || text === ERASED ? undefined : text;
  const place = [client.city, client.state, client.country].map(known).filter((part) => part !== undefined);
  return {
    at: new Date(occurredAt),
    device: known(client.userAgent) === undefined ? undefined : known(deviceText(client.userAgent)),
    place: known(place.join(', ')),
    ip: known(client.ip),
  };
}
