import { ERASED, personalContentOf, streams, type AnswerOf } from '@lacre/contracts';
import type { EventStore } from '@lacre/event-store';
import { COMMITMENTS, pointerOf, type PersonalDataKeys } from '@lacre/personal-data';

import type { ProcessRecord } from '../../process/process-record.ts';
import { isDisclosed } from './disclosed-fields.ts';
import { concerns, peopleOf } from './event-chain.ts';

type EvidenceKey = AnswerOf<'evidenceKey'>;
type Value = EvidenceKey['people'][number]['values'][number];

/**
 * What identifies people behind the evidence of a document: for each, the key that the salts of their commitments in
 * this process derive from, and the values that the evidence masks. It is made from the keys of the log when it is
 * asked for, and kept nowhere: an erased person's is gone.
 *
 * @param only the one person whose key it is to hold
 */
export async function readEvidenceKey(
  { eventStore, personalDataKeys }: { eventStore: EventStore; personalDataKeys: PersonalDataKeys },
  record: ProcessRecord,
  documentId: string,
  only: string | undefined,
): Promise<EvidenceKey> {
  const { processId } = record.created;
  const stream = streams.process(processId);
  const people = [...peopleOf(record, documentId)].filter((id) => only === undefined || id === only);
  const values = new Map<string, Value[]>(people.map((id) => [id, []]));
  for await (const event of eventStore.readStream(stream)) {
    if (!concerns(event, documentId)) continue;
    const committed = (event.metadata[COMMITMENTS] ?? {}) as Record<string, string>;
    for (const { path, subject, value } of personalContentOf(event).leaves) {
      const pointer = pointerOf(path);
      if (path[0] !== 'data' || isDisclosed(path) || typeof value !== 'string' || value === ERASED) continue;
      if (committed[pointer] !== undefined) values.get(subject)?.push({ eventId: event.id, pointer, value });
    }
  }
  const keys = await personalDataKeys.forReading(people);
  return {
    version: 1,
    processId,
    people: people.map((personId) => {
      const key = keys.get(personId);
      const isThere = key !== undefined && key !== 'erased';
      return {
        personId,
        key: isThere ? key.commitmentKey(stream).toString('hex') : null,
        values: isThere ? (values.get(personId) ?? []) : [],
      };
    }),
  };
}
