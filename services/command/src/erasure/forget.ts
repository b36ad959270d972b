import type { BlobStore } from '@lacre/blob-store';
import { streams } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';
import type { IdentityStore, OneTimeCodes, PersonDevices } from '@lacre/identity';
import { dropSubscriptionsOf, type PushParts } from '@lacre/web-push';

import type { Subject } from './subject.ts';

/** Where something is kept of persons and users beside the log. */
export interface ForgetParts extends PushParts {
  readonly identity: IdentityStore;
  readonly codes: OneTimeCodes;
  readonly devices: PersonDevices;
  readonly domainLog: DomainLog;
  readonly blobs: BlobStore;
}

type Forget = (service: ForgetParts, id: string) => Promise<unknown>;

/**
 * Personal data kept beside the log, and how it is erased. A new store of such data adds a line;
 * the journey that looks for an erased person in every table, by word and by id, finds what is missing.
 */
const OF_PERSON: readonly Forget[] = [
  ({ codes }, id) => codes.forget(id),
  ({ devices }, id) => devices.forgetAll(id),
  dropSubscriptionsOf,
];

const OF_USER: readonly Forget[] = [
  ({ identity }, id) => identity.forget(id),
  forgetAvatars,
  dropSubscriptionsOf,
  ({ codes }, id) => codes.forget(id),
];

/** Pictures of themselves that they uploaded. Each is a file of theirs alone. */
async function forgetAvatars({ domainLog, blobs }: ForgetParts, userId: string): Promise<void> {
  for await (const { type, data } of domainLog.readStream(streams.user(userId))) {
    if (type === 'UserAvatarChanged' && data.avatar !== undefined) await blobs.remove(data.avatar.sha256);
  }
}

/** May be repeated. */
export async function forgetBesideTheLog(service: ForgetParts, { kind, id }: Subject): Promise<void> {
  for (const forget of kind === 'person' ? OF_PERSON : OF_USER) await forget(service, id);
}
