import type { DataOf, TenantEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../decider/decision.ts';

export type AdministratorEvent = Extract<
  TenantEvent,
  { type: `TenantAdministrator${string}` | `Administration${string}` }
>;

/** Who administers a tenant, and to whom it is being handed over. */
export interface Administrators {
  /** What each administers by, by user. A grant counts once the user's own stream names it. */
  grants: ReadonlyMap<string, string>;
  offer: DataOf<'AdministrationOffered'> | undefined;
  /** Who offered what was accepted, by offer, until they are let go. */
  handedOver: ReadonlyMap<string, string>;
}

export type AdministratorCommand =
  | { type: 'addAdministrator'; by: string; userId: string; grantId: string }
  /** `standing`: grants that their users' streams were read to name, each of an active user. */
  | { type: 'removeAdministrator'; by: string; userId: string; standing: readonly string[] }
  | {
      type: 'offerAdministration';
      by: string;
      userId: string;
      offerId: string;
      expiresAt: string;
      at: string;
    }
  | { type: 'acceptAdministration'; by: string; offerId: string; at: string }
  /** What an account in another's hands gave ends, and what it lost by it is its owner's again. */
  | {
      type: 'takeBackAdministration';
      by: string;
      grantId: string;
      grantIds: ReadonlySet<string>;
      offerIds: ReadonlySet<string>;
      wasDismissed: boolean;
    }
  | { type: 'endAdministrationOffer'; by: string; offerId: string; at: string };

/** The registrant administers the tenant by a grant of their own id. */
export const foundedBy = (userId: string): Administrators => ({
  grants: new Map([[userId, userId]]),
  offer: undefined,
  handedOver: new Map(),
});

/** The offer, while its recipient may accept it. */
export const openOffer = ({ offer }: Administrators, at: string): Administrators['offer'] =>
  offer !== undefined && at < offer.expiresAt ? offer : undefined;

export function decideAdministrator(
  command: AdministratorCommand,
  administrators: Administrators,
  tenantId: string,
): Decision<AdministratorEvent> {
  const { by } = command;
  const { grants } = administrators;
  switch (command.type) {
    case 'addAdministrator': {
      const { userId, grantId } = command;
      if (!grants.has(by)) return reject('AUTH_USER_NOT_ADMIN');
      return grants.has(userId)
        ? accept()
        : accept({ type: 'TenantAdministratorAdded', data: { tenantId, userId, grantId } });
    }
    case 'removeAdministrator':
      return decideRemoval(command, administrators, tenantId);
    case 'offerAdministration': {
      const { userId, offerId, expiresAt, at } = command;
      if (!grants.has(by)) return reject('AUTH_USER_NOT_ADMIN');
      if (grants.has(userId))
        return reject('AUTH_USER_DATA_VALIDATION', 'Esta pessoa já administra a conta.');
      if (openOffer(administrators, at) !== undefined) return reject('ADMINISTRATION_OFFER_OPEN');
      const data = { tenantId, offerId, userId, offererId: by, expiresAt };
      return accept({ type: 'AdministrationOffered', data });
    }
    case 'acceptAdministration': {
      // Accepted already, by a request whose answer got lost.
      if (grants.get(by) === command.offerId) return accept();
      const offer = openOffer(administrators, command.at);
      if (offer?.offerId !== command.offerId || offer.userId !== by)
        return reject('ADMINISTRATION_OFFER_NOT_FOUND');
      const { expiresAt: _until, ...data } = offer;
      return accept({ type: 'AdministrationAccepted', data });
    }
    case 'takeBackAdministration':
      return decideTakeBack(command, administrators, tenantId);
    case 'endAdministrationOffer': {
      const offer = openOffer(administrators, command.at);
      if (offer?.offerId !== command.offerId || (offer.userId !== by && !grants.has(by)))
        return reject('ADMINISTRATION_OFFER_NOT_FOUND');
      const { expiresAt: _until, ...data } = offer;
      const how = offer.userId === by ? 'declined' : 'withdrawn';
      return accept({ type: 'AdministrationOfferEnded', data: { ...data, how } });
    }
  }
}

/**
 * Never the last: of two who let one another go at once, the second is decided on a set that no longer has the first. A
 * grant whose user is known to hold it is taken from them here first, so what was read before is still so.
 */
function decideRemoval(
  { by, userId, standing }: Extract<AdministratorCommand, { type: 'removeAdministrator' }>,
  { grants, handedOver }: Administrators,
  tenantId: string,
): Decision<AdministratorEvent> {
  if (!grants.has(by)) return reject('AUTH_USER_NOT_ADMIN');
  const grantId = grants.get(userId);
  if (grantId === undefined) return accept();
  const isLast = ![...grants].some(([other, grant]) => other !== userId && standing.includes(grant));
  if (isLast) return reject('LAST_ADMINISTRATOR');
  const [offerId] = [...handedOver].find(([, offererId]) => offererId === userId) ?? [];
  const after = offerId === undefined ? {} : { offerId };
  return accept({ type: 'TenantAdministratorRemoved', data: { tenantId, userId, grantId, ...after } });
}

/** Never without one: where no other would be left, the account itself administers again. */
function decideTakeBack(
  {
    by,
    grantId,
    grantIds,
    offerIds,
    wasDismissed,
  }: Extract<AdministratorCommand, { type: 'takeBackAdministration' }>,
  { grants, offer }: Administrators,
  tenantId: string,
): Decision<AdministratorEvent> {
  const ended = [...grants].filter(([userId, grant]) => userId !== by && grantIds.has(grant));
  const isAgain = !grants.has(by) && (wasDismissed || (ended.length > 0 && ended.length === grants.size));
  const events: AdministratorEvent[] = [];
  if (isAgain) events.push({ type: 'TenantAdministratorAdded', data: { tenantId, userId: by, grantId } });
  if (offer !== undefined && offerIds.has(offer.offerId)) {
    const { expiresAt: _until, ...data } = offer;
    events.push({ type: 'AdministrationOfferEnded', data: { ...data, how: 'withdrawn' } });
  }
  for (const [userId, grant] of ended)
    events.push({ type: 'TenantAdministratorRemoved', data: { tenantId, userId, grantId: grant } });
  return accept(...events);
}

export function evolveAdministrators(known: Administrators, event: AdministratorEvent): Administrators {
  const { grants, offer, handedOver } = known;
  switch (event.type) {
    case 'TenantAdministratorAdded':
      return { ...known, grants: new Map(grants).set(event.data.userId, event.data.grantId) };
    case 'TenantAdministratorRemoved': {
      const gone = event.data.userId;
      return {
        grants: new Map([...grants].filter(([userId]) => userId !== gone)),
        // A former administrator has nothing to hand over.
        offer: offer?.offererId === gone ? undefined : offer,
        handedOver: new Map([...handedOver].filter(([, offererId]) => offererId !== gone)),
      };
    }
    case 'AdministrationOffered':
      return { ...known, offer: event.data };
    case 'AdministrationAccepted': {
      const { userId, offerId, offererId } = event.data;
      return {
        grants: new Map(grants).set(userId, offerId),
        offer: undefined,
        handedOver: new Map(handedOver).set(offerId, offererId),
      };
    }
    case 'AdministrationOfferEnded':
      return { ...known, offer: undefined };
  }
}
