import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { shared, streamIdentifier, streams } from '../protocol.ts';
import { decodeEvent } from './event-decoder.ts';

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const small = fc.bigInt({ min: 0n, max: 300n });
const bytes = fc.uint8Array({ maxLength: 300 });

test('decodes an event as the generated classes do', () => {
  const event = fc.record({
    id: fc.uuid(),
    stream: fc.string({ unit: 'grapheme', maxLength: 40 }),
    revision: fc.oneof(uint64, small),
    commit: fc.oneof(uint64, small),
    prepare: fc.oneof(uint64, small),
    type: fc.string({ unit: 'grapheme', maxLength: 40 }),
    created: uint64.map(String),
    data: bytes,
    metadata: bytes,
    hasCommit: fc.boolean(),
  });
  fc.assert(
    fc.property(event, ({ hasCommit, ...given }) => {
      const recorded = new streams.ReadResp.ReadEvent.RecordedEvent()
        .setId(new shared.UUID().setString(given.id))
        .setStreamIdentifier(streamIdentifier(given.stream))
        .setStreamRevision(String(given.revision))
        .setCommitPosition(String(given.commit))
        .setPreparePosition(String(given.prepare))
        .setData(given.data)
        .setCustomMetadata(given.metadata);
      recorded.getMetadataMap().set('type', given.type).set('content-type', 'application/json');
      recorded.getMetadataMap().set('created', given.created);
      const read = new streams.ReadResp.ReadEvent().setEvent(recorded);
      if (hasCommit) read.setCommitPosition(String(given.commit));
      else read.setNoPosition(new shared.Empty());
      const message = Buffer.from(new streams.ReadResp().setEvent(read).serializeBinary());
      expect(decodeEvent(message)).toEqual({
        ...given,
        commit: String(given.commit),
        prepare: String(given.prepare),
        data: Buffer.from(given.data),
        metadata: Buffer.from(given.metadata),
      });
      for (const cut of [1, 2, Math.floor(message.length / 2)])
        expect(() => decodeEvent(message.subarray(0, message.length - cut))).toThrow(RangeError);
    }),
    { numRuns: 300 },
  );
});

test('other answers are left to the generated classes', () => {
  const checkpoint = new streams.ReadResp.Checkpoint().setCommitPosition('7');
  for (const answer of [
    new streams.ReadResp().setCheckpoint(checkpoint),
    new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()),
    new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent()),
    new streams.ReadResp(),
  ])
    expect(decodeEvent(Buffer.from(answer.serializeBinary()))).toBeUndefined();
});
