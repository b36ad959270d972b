import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { ReadCall } from '../calls/read-call.ts';
import { StandInSubscription } from '../calls/subscription.ts';
import type { streamsMessages } from '../protocol.ts';
import { traitsOf, type ServerRelease } from '../release.ts';
import type { ExpectedState } from './commit-check.ts';
import { atRecord, isBefore, type LogPosition } from './log-position.ts';
import type { ProposedEvent } from './log-records.ts';
import { StandInLog } from './log.ts';
import { readForwards } from './read-log.ts';
import { StandInWriter, type WriteOutcome } from './writer.ts';

const everything = { maxCount: 10_000, maxSearchWindow: 10_000 };

function node(): { log: StandInLog; writer: StandInWriter; committed: (() => void)[] } {
  const log = new StandInLog();
  const committed: (() => void)[] = [];
  const writer = new StandInWriter(log, {
    commitDelayMs: 0,
    commitTimeoutMs: 60_000,
    replicate: () => true,
    committed: () => committed.forEach((tell) => tell()),
  });
  writer.beginEpoch();
  return { log, writer, committed };
}

function append(
  writer: StandInWriter,
  stream: string,
  expected: ExpectedState,
  ids: readonly string[],
): WriteOutcome | undefined {
  let outcome: WriteOutcome | undefined;
  const events = ids.map(proposed);
  writer.append({ stream, expected, events }, (answer) => {
    outcome = answer;
  });
  return outcome;
}

const proposed = (id: string): ProposedEvent => ({
  id,
  type: 'Made',
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: new Uint8Array(),
});

const streamNames = fc.constantFrom('a', 'b', 'ab');
const ids = fc.array(fc.integer({ min: 0, max: 12 }).map(String), { maxLength: 4 });
const expectations = fc.oneof(
  fc.constantFrom<ExpectedState>('any', 'noStream', 'streamExists'),
  fc.bigInt({ min: 0n, max: 8n }),
);
const appends = fc.array(fc.record({ stream: streamNames, expected: expectations, ids }), {
  minLength: 1,
  maxLength: 40,
});

test('an append at a fixed revision is the same append for ever, whatever comes between and is forgotten', () => {
  fc.assert(
    fc.property(appends, fc.boolean(), (operations, forgets) => {
      const { log, writer } = node();
      const acknowledged: [(typeof operations)[number], bigint, bigint | undefined][] = [];
      for (const operation of operations) {
        const { stream, expected, ids: wanted } = operation;
        const before = log.stream(stream).map(({ id }) => id);
        const outcome = append(writer, stream, expected, wanted);
        const after = log.stream(stream).map(({ id }) => id);
        expect(after).toEqual(outcome?.kind === 'written' ? [...before, ...wanted] : before);
        const isFixed = expected !== 'any' && expected !== 'streamExists';
        if (isFixed && wanted.length > 0 && outcome && 'position' in outcome) {
          acknowledged.push([operation, outcome.revision, outcome.position]);
        }
      }
      if (forgets) writer.recentIds.clear();
      const size = log.records.length;
      for (const [{ stream, expected, ids: wanted }, revision, position] of acknowledged) {
        const again = append(writer, stream, expected, wanted);
        expect(again).toEqual({ kind: 'known', revision, position });
      }
      expect(log.records).toHaveLength(size);
    }),
    { numRuns: 300 },
  );
});

test('an append that fails writes nothing, nor does a repeated one', () => {
  fc.assert(
    fc.property(appends, (operations) => {
      const { log, writer } = node();
      for (const { stream, expected, ids: wanted } of operations) {
        const size = log.records.length;
        const outcome = append(writer, stream, expected, wanted);
        const wrote = Math.max(wanted.length, 1);
        expect(log.records.length - size).toBe(outcome?.kind === 'written' ? wrote : 0);
      }
    }),
    { numRuns: 300 },
  );
});

interface Heard {
  events: string[];
  checkpoints: { after: number; place: LogPosition }[];
}

/** A subscription without a connection. */
function listen(
  { log, committed }: ReturnType<typeof node>,
  release: ServerRelease,
  from: 'start' | LogPosition,
  filter: { prefix: string; maxSearchWindow: number; multiplier: number },
): Heard {
  const heard: Heard = { events: [], checkpoints: [] };
  const call = {
    cancelled: false,
    once: () => {},
    write: (response: streamsMessages.ReadResp): boolean => {
      const event = response.getEvent()?.getEvent();
      if (event) heard.events.push(event.getCommitPosition());
      const checkpoint = response.getCheckpoint();
      if (!checkpoint) return true;
      const place = {
        commit: BigInt(checkpoint.getCommitPosition()),
        prepare: BigInt(checkpoint.getPreparePosition()),
      };
      heard.checkpoints.push({ after: heard.events.length, place });
      return true;
    },
  };
  const { prefix, maxSearchWindow, multiplier } = filter;
  const subscription = new StandInSubscription(log, call as unknown as ReadCall, {
    traits: traitsOf(release),
    from,
    filter: {
      passes: ({ stream }) => stream.startsWith(prefix),
      maxSearchWindow,
      checkpointInterval: maxSearchWindow * multiplier,
    },
  });
  subscription.pump();
  committed.push(() => subscription.pump());
  return heard;
}

const isPlace = ({ commit }: LogPosition): boolean => commit < 2n ** 63n;

test.each<ServerRelease>(['24.2.0', '24.10.4', '24.10.9'])(
  'a subscription of %s brings each match once, and resuming at any checkpoint that is a place loses none',
  (release) => {
    fc.assert(
      fc.property(
        appends,
        appends,
        fc.constantFrom('a', 'b', 'ab', 'nothing', ''),
        fc.constantFrom(1, 2, 5, 32, 256),
        fc.constantFrom(1, 2),
        fc.nat(),
        (earlier, later, prefix, maxSearchWindow, multiplier, pick) => {
          const server = node();
          const write = (operations: typeof earlier): void => {
            for (const { stream, expected, ids: wanted } of operations) {
              append(server.writer, stream, expected, wanted);
            }
          };
          const filter = { prefix, maxSearchWindow, multiplier };
          write(earlier);
          const places = server.log.records.map(({ position }) => atRecord(position));
          const from = pick % 3 === 0 ? 'start' : places[pick % places.length]!;
          const heard = listen(server, release, from, filter);
          write(later);

          const matches = readForwards(server.log, atRecord(0n), everything, ({ stream }) =>
            stream.startsWith(prefix),
          ).events.filter(({ position }) => from === 'start' || isBefore(from, atRecord(position)));
          const expected = matches.map(({ position }) => String(position));
          expect(heard.events).toEqual(expected);
          for (const { after, place } of heard.checkpoints.filter((one) => isPlace(one.place))) {
            expect(listen(server, release, place, filter).events).toEqual(heard.events.slice(after));
          }
        },
      ),
      { numRuns: 200 },
    );
  },
);
