import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import { listenLocally } from '@lacre/test-support';
import { expect, it } from 'vitest';

const MODULE = fileURLToPath(new URL('end-in-words.ts', import.meta.url));

/** A process that listens there after `endInWords`. */
function listening(host: string, port: number) {
  const program = `
    import { createServer } from 'node:net';
    import { endInWords } from ${JSON.stringify(MODULE)};
    endInWords();
    createServer().listen(${port}, ${JSON.stringify(host)});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return { status, stderr };
}

it('says in one line that a port is taken, and which settings change it', async () => {
  const taken = createServer();
  const port = await listenLocally(taken);
  try {
    expect(listening('127.0.0.1', port)).toEqual({
      status: 1,
      stderr: `PORT ou INTERNAL_PORT: outro programa já atende em 127.0.0.1:${port}. Encerre-o ou mude a porta.\n`,
    });
  } finally {
    taken.close();
  }
});

it('says so of an address that is not this machine’s', () => {
  // RFC 5737: for documentation, assigned to no host.
  const { status, stderr } = listening('192.0.2.1', 4499);
  expect(stderr).toContain('192.0.2.1:4499 não é um endereço desta máquina.');
  expect(status).toBe(1);
});
