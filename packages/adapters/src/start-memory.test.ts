import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

/** A heap that grew for what is gone, in a process of its own: what it holds before and after, bytes. */
const GROWN = `
  import { giveBackMemory } from ${JSON.stringify(new URL('start-memory.ts', import.meta.url).href)};
  let loaded = Array.from({ length: 400_000 }, (_, number) => ({ number, text: 'module ' + number }));
  const whole = process.memoryUsage().heapTotal;
  loaded = loaded.slice(0, 10);
  giveBackMemory();
  console.log(JSON.stringify([whole, process.memoryUsage().heapTotal, loaded.length]));
`;

it('returns unused pages of a grown heap to the system', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', GROWN]);
  const [whole = 0, left = 0, kept] = JSON.parse(stdout) as number[];
  expect(kept).toBe(10);
  expect(left).toBeLessThan(whole / 2);
});
