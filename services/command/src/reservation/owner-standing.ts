import { streams, type EventType } from '@lacre/contracts';
import type { DomainLog } from '@lacre/domain-log';

/** What has become of the owner of a reserved value. */
export type Standing =
  /** It reserved the value and is not created yet; it may have crashed. */
  | { is: 'absent' }
  /** As absent, but what it is waiting for is its batch. */
  | { is: 'drafted'; batchId: string }
  | { is: 'there' }
  /** It is gone, or can never be created. */
  | { is: 'ended' };

/** After one of these an owner has no claim to its values any more: nothing brings it back. */
export const OWNER_ENDINGS: ReadonlySet<string> = new Set<EventType>([
  'OwnerForfeited',
  'CompanyRemoved',
  'PersonErased',
  'PersonRemoved',
  'UserErased',
  'UserRemoved',
  'WebhookRemoved',
]);

/** @param owner a stream */
export async function standingOf(log: DomainLog, owner: string): Promise<Standing> {
  let standing: Standing = { is: 'absent' };
  for await (const { type, data } of log.readStream(owner)) {
    if (OWNER_ENDINGS.has(type)) return { is: 'ended' };
    if (type === 'PersonDrafted') standing = { is: 'drafted', batchId: data.batchId };
    else if (standing.is === 'absent') standing = { is: 'there' };
  }
  return standing.is === 'drafted' ? ofBatch(log, standing) : standing;
}

async function ofBatch(log: DomainLog, drafted: Extract<Standing, { is: 'drafted' }>): Promise<Standing> {
  for await (const { type } of log.readStream(streams.personBatch(drafted.batchId), { limit: 1 }))
    return { is: type === 'PersonBatchCreated' ? 'there' : 'ended' };
  return drafted;
}
