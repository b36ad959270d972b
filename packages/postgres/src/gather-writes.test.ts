import { once } from 'node:events';
import { Writable } from 'node:stream';

import { expect, it } from 'vitest';

import { gatherWrites } from './gather-writes.ts';

/** A stream that tells what it was asked to hand on at once. */
function gathering() {
  const handedOn: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      handedOn.push(chunk);
      done();
    },
    writev: (chunks, done) => {
      handedOn.push(chunks.map(({ chunk }) => chunk as string).join(''));
      done();
    },
  });
  gatherWrites(stream);
  return { stream, handedOn };
}

it('joins writes of one turn of the event loop, in order, also across the writer’s own cork', async () => {
  const { stream, handedOn } = gathering();
  stream.write('a');
  stream.cork();
  stream.write('b');
  stream.uncork();
  await Promise.resolve();
  stream.write('c');
  await new Promise(setImmediate);
  stream.write('d');
  await new Promise(setImmediate);
  expect(handedOn).toEqual(['abc', 'd']);
});

it('loses nothing at the end', async () => {
  const { stream, handedOn } = gathering();
  stream.write('a');
  stream.end('b');
  await once(stream, 'finish');
  expect(handedOn.join('')).toBe('ab');
});
