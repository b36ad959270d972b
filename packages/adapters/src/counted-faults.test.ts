import { Writable } from 'node:stream';

import { EventStoreUnavailable } from '@lacre/event-store';
import pino from 'pino';
import { expect, it } from 'vitest';

import { countedFaults } from './counted-faults.ts';

it('writes an engine’s first fault, counts the rest of the minute, and leaves every other fault alone', () => {
  const lines: { msg: string; timesSince?: number }[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as { msg: string });
      done();
    },
  });
  let now = 0;
  const logger = pino(
    countedFaults(() => now),
    stream,
  );
  const away = () => logger.warn({ err: new EventStoreUnavailable(new Error('gone')) }, 'fell behind');
  for (let times = 0; times < 5; times += 1) away();
  logger
    .child({ part: 'queue' })
    .error({ err: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }, 'queue');
  for (let times = 0; times < 2; times += 1) logger.error({ err: new TypeError('a bug') }, 'broke');
  logger.info('all else');
  expect(lines.map(({ msg }) => msg)).toEqual(['fell behind', 'queue', 'broke', 'broke', 'all else']);
  now = 60_000;
  away();
  expect(lines.at(-1)).toMatchObject({ msg: 'fell behind', timesSince: 4 });
});
