import { ROLE_RANKS, streams, type Role } from '@lacre/contracts';
import type { LoggedEvent, DomainLog } from '@lacre/domain-log';
import type { PersonalData } from '@lacre/personal-data';

/** What a user had before another gave them more. */
export interface FormerReach {
  /** They were let in by it: created, invited, let back in, or given another address to come in by. */
  wasLetIn: boolean;
  /** They were made inactive by it. */
  wasShutOut?: boolean;
  role?: Role;
  companyIds?: readonly string[];
}

/** Access that an account gave since a moment, and that those gave whom it let in. Ids. */
export interface AccessGiven {
  /** Who was made an administrator, and by which grants. */
  administratorIds: ReadonlySet<string>;
  grantIds: ReadonlySet<string>;
  offerIds: ReadonlySet<string>;
  /** Whether the account itself was made to stop administering by it. */
  wasDismissed: boolean;
  /** Whether the account itself was made inactive by it. */
  wasShutOut: boolean;
  users: ReadonlyMap<string, FormerReach>;
  webhookIds: ReadonlySet<string>;
  tokenIds: ReadonlySet<string>;
}

/** Streams in which access is given. */
const PREFIXES = [streams.user(''), streams.webhook(''), streams.token('')];

/**
 * Reads from the log what an account gave others since a moment, and what those did with it: an administrator whom it
 * made may have made another. What was not given is not looked at.
 */
export async function accessGivenSince(
  service: { domainLog: DomainLog; personalData: PersonalData },
  { userId, tenantId }: { userId: string; tenantId: string },
  since: string,
): Promise<AccessGiven> {
  const trail = new Trail(userId);
  trail.follow(userId, since);
  for (let next = trail.next(); next !== undefined; next = trail.next())
    for (const stream of await streamsActedOn(service, next.actorId, tenantId))
      trail.read(stream, await eventsOf(service, stream), next);
  for (const administratorId of trail.administratorIds)
    trail.readGrants(administratorId, await eventsOf(service, streams.user(administratorId)));
  return trail;
}

async function streamsActedOn(
  { personalData }: { personalData: PersonalData },
  actorId: string,
  tenantId: string,
): Promise<string[]> {
  const mentioned = await personalData.mentions.streamsOf(actorId);
  const account = streams.tenant(tenantId);
  return mentioned.filter(
    (stream) => stream === account || PREFIXES.some((prefix) => stream.startsWith(prefix)),
  );
}

const eventsOf = ({ domainLog }: { domainLog: DomainLog }, stream: string): Promise<LoggedEvent[]> =>
  Array.fromAsync(domainLog.readStream(stream));

interface Actor {
  actorId: string;
  since: string;
}

class Trail implements AccessGiven {
  readonly administratorIds = new Set<string>();
  readonly grantIds = new Set<string>();
  readonly offerIds = new Set<string>();
  wasDismissed = false;
  wasShutOut = false;
  readonly users = new Map<string, FormerReach>();
  readonly webhookIds = new Set<string>();
  readonly tokenIds = new Set<string>();
  /** Whose acts are followed, and since when. */
  readonly #since = new Map<string, string>();
  readonly #waiting: string[] = [];
  readonly #ownerId: string;

  constructor(ownerId: string) {
    this.#ownerId = ownerId;
  }

  /** Acts of a user since they were let in count as acts of the one who let them in. */
  follow(actorId: string, since: string): void {
    const known = this.#since.get(actorId);
    if (known !== undefined && known <= since) return;
    this.#since.set(actorId, since);
    this.#waiting.push(actorId);
  }

  next(): Actor | undefined {
    const actorId = this.#waiting.shift();
    return actorId === undefined ? undefined : { actorId, since: this.#since.get(actorId) ?? '' };
  }

  read(stream: string, events: readonly LoggedEvent[], actor: Actor): void {
    if (stream.startsWith(streams.user('')))
      this.#readUser(stream.slice(streams.user('').length), events, actor);
    else for (const event of events) this.#readOther(event, actor);
  }

  #readOther(event: LoggedEvent, actor: Actor): void {
    const { occurredAt } = event.metadata;
    const isTheirs = isBy(event, actor);
    switch (event.type) {
      case 'TenantAdministratorAdded':
        if (isTheirs) this.#administers(event.data.userId, event.data.grantId, occurredAt);
        return;
      case 'AdministrationOffered':
        if (isTheirs) this.offerIds.add(event.data.offerId);
        return;
      case 'AdministrationAccepted':
        if (this.offerIds.has(event.data.offerId))
          this.#administers(event.data.userId, event.data.offerId, occurredAt);
        return;
      case 'TenantAdministratorRemoved':
        if (isTheirs && event.data.userId === this.#ownerId) this.wasDismissed = true;
        return;
      case 'WebhookCreated':
      case 'WebhookEdited':
      case 'WebhookResumed':
      case 'WebhookSecretRotated':
        if (isTheirs) this.webhookIds.add(event.data.webhookId);
        return;
      case 'ApiTokenIssued':
        if (isTheirs) this.tokenIds.add(event.data.tokenId);
        return;
      default:
    }
  }

  #administers(userId: string, grantId: string, at: string): void {
    if (userId === this.#ownerId) return;
    this.administratorIds.add(userId);
    this.grantIds.add(grantId);
    this.follow(userId, at);
  }

  #readUser(userId: string, events: readonly LoggedEvent[], actor: Actor): void {
    if (userId === this.#ownerId)
      this.wasShutOut ||= events.some((event) => event.type === 'UserDeactivated' && isBy(event, actor));
    if (userId === this.#ownerId || userId === actor.actorId) return;
    for (const { event, before } of withReach(events)) {
      if (!isBy(event, actor)) continue;
      const given = givenBy(event, before);
      if (given === undefined) continue;
      this.#give(userId, given);
      this.follow(userId, event.metadata.occurredAt);
    }
  }

  /** The role comes with a grant, in a stream of its own, whichever act updates it. */
  readGrants(userId: string, events: readonly LoggedEvent[]): void {
    for (const { event, before } of withReach(events))
      if (event.type === 'UserRoleChanged' && this.grantIds.has(event.data.grantId ?? ''))
        this.#give(userId, { wasLetIn: false, role: before.role });
  }

  /** What they had before the first of it. */
  #give(userId: string, given: FormerReach): void {
    const known = this.users.get(userId);
    const wasLetIn = given.wasLetIn || known?.wasLetIn === true;
    this.users.set(userId, { ...given, ...known, wasLetIn });
  }
}

const isBy = ({ metadata: { actor, occurredAt } }: LoggedEvent, { actorId, since }: Actor): boolean =>
  actor.kind === 'user' && actor.id === actorId && occurredAt >= since;

interface Reach {
  role: Role;
  companyIds: readonly string[];
  email: string;
}

/** Each event of a user's, and what they reached before it. */
function* withReach(events: readonly LoggedEvent[]): Generator<{ event: LoggedEvent; before: Reach }> {
  let before: Reach = { role: 'common', companyIds: [], email: '' };
  for (const event of events) {
    yield { event, before };
    if (event.type === 'UserCreated') {
      const { role, companyIds = [], email } = event.data;
      before = { role, companyIds, email };
    }
    if (event.type === 'UserEdited') before = { ...before, email: event.data.email };
    if (event.type === 'UserRoleChanged') before = { ...before, role: event.data.role };
    if (event.type === 'UserCompaniesAssigned') before = { ...before, companyIds: event.data.companyIds };
  }
}

/** What is to be again as it was; undefined where the event gave nothing. */
function givenBy(event: LoggedEvent, before: Reach): FormerReach | undefined {
  switch (event.type) {
    case 'UserCreated':
    case 'UserInvited':
    case 'UserActivated':
      return { wasLetIn: true };
    case 'UserEdited':
      return event.data.email === before.email ? undefined : { wasLetIn: true };
    case 'UserRoleChanged':
      return ROLE_RANKS[event.data.role] > ROLE_RANKS[before.role]
        ? { wasLetIn: false, role: before.role }
        : undefined;
    case 'UserCompaniesAssigned':
      return event.data.companyIds.every((id) => before.companyIds.includes(id))
        ? undefined
        : { wasLetIn: false, companyIds: before.companyIds };
    default:
      return undefined;
  }
}
