import { createHash } from 'node:crypto';

import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { ConsumerConfig, StreamConfig } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';

/**
 * Two streams. In `…_WORK` a message is a job, and its subject is its queue and its key: at most one message
 * per subject, stored on condition that there is none (or the very one it replaces), so that a key is taken
 * from the publish to the acknowledgement, however long that is. JetStream's own duplicate window would keep
 * a key taken by the clock instead: too short for a slow job, too long for the next one.
 */
export interface StorageLayout {
  workStream: string;
  deadStream: string;
  /** The subject of a job. */
  jobSubject(queue: string, dedupeKey: string): string;
  /** The subject of a dead letter, or with `*` of all of a queue's. */
  letterSubject(queue: string, id: string): string;
  /** The queue that a dead letter of that subject is of. */
  queueOfLetter(subject: string): string;
  streams(replicas: number): (Partial<StreamConfig> & { name: string })[];
  consumer(queue: string, visibilityMs: number, streamMade: string): QueueConsumerConfig;
  /** Whether a consumer of that name is (or was) one of the queue. */
  isConsumerOf(queue: string, name: string): boolean;
}

export type QueueConsumerConfig = Partial<ConsumerConfig> & { durable_name: string; ack_wait: number };

/** `namespace` keeps deployments that share a NATS account apart: lower-case letters, digits and hyphens. */
export function storageLayout(namespace: string): StorageLayout {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(namespace)) throw new RangeError(`Malformed namespace: ${namespace}`);
  const prefix = namespace.toUpperCase();
  const names = { workStream: `${prefix}_WORK`, deadStream: `${prefix}_DEAD` };
  return {
    ...names,
    jobSubject: (queue, dedupeKey) => `${namespace}.work.${queue}.${subjectToken(dedupeKey)}`,
    letterSubject: (queue, id) => `${namespace}.dead.${queue}.${id}`,
    queueOfLetter: (subject) => subject.split('.')[2] ?? '',
    streams: (replicas) => {
      const common = {
        storage: StorageType.File,
        num_replicas: replicas,
        max_msgs_per_subject: 1,
        discard: DiscardPolicy.Old,
      };
      const work = { name: names.workStream, subjects: [`${namespace}.work.>`] };
      const dead = { name: names.deadStream, subjects: [`${namespace}.dead.>`] };
      return [
        { ...work, ...common, retention: RetentionPolicy.Workqueue },
        { ...dead, ...common, retention: RetentionPolicy.Limits },
      ];
    },
    // One consumer per queue with one filter, and no limit of deliveries or of jobs in flight in the server:
    // those are counted here, and jobs that wait for their time are "in flight" to it.
    // Its name says when the stream was made (ISO 8601): answers go to a subject with that name, so one for a
    // job of a stream deleted since reaches none, rather than the job that has its number in the new stream.
    consumer: (queue, visibilityMs, streamMade) => ({
      durable_name: `${queue}_${Date.parse(streamMade)}`,
      filter_subject: `${namespace}.work.${queue}.*`,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(visibilityMs),
      max_deliver: -1,
      max_ack_pending: -1,
    }),
    isConsumerOf: (queue, name) => name.startsWith(`${queue}_`),
  };
}

/** Any key as one token of a subject. */
function subjectToken(dedupeKey: string): string {
  return createHash('sha256').update(dedupeKey).digest('base64url');
}
