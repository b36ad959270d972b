import { streams } from '@lacre/contracts';

import type { CommandService } from '../service.ts';
import type { Subject } from './subject.ts';

type Forget = (service: CommandService, id: string) => Promise<unknown>;

/**
 * What is kept of somebody beside the log, and how it goes. Whoever keeps something new of persons or users adds a line;
 * the journey that looks for an erased person in every table, by word and by id, finds what is missing.
 */
const OF_PERSON: readonly Forget[] = [
  ({ codes }, id) => codes.forget(id),
  ({ devices }, id) => devices.forgetAll(id),
];

const OF_USER: readonly Forget[] = [
  ({ identity }, id) => identity.forget(id),
  forgetAvatars,
  ({ codes }, id) => codes.forget(id),
];

/** Pictures of themselves that they uploaded. Each is a file of theirs alone. */
async function forgetAvatars(
  { domainLog, dependencies: { blobs } }: CommandService,
  userId: string,
): Promise<void> {
  for await (const { type, data } of domainLog.readStream(streams.user(userId))) {
    if (type === 'UserAvatarChanged' && data.avatar !== undefined) await blobs.remove(data.avatar.sha256);
  }
}

/** May be repeated. */
export async function forgetBesideTheLog(service: CommandService, { kind, id }: Subject): Promise<void> {
  for (const forget of kind === 'person' ? OF_PERSON : OF_USER) await forget(service, id);
}
