import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { listenLocally } from '@lacre/test-support';
import { beforeAll, expect, it } from 'vitest';

import { findConfiner, type Confiner } from './confinement.ts';

const searchPath = process.env['PATH'] ?? '';
let confiner: Confiner;
beforeAll(async () => {
  confiner = await findConfiner(searchPath);
});

async function run(script: string, options: { timeoutMs?: number; args?: readonly string[] } = {}) {
  const { timeoutMs = 20_000, args = [] } = options;
  const outcome = await confiner.run({
    command: ['/bin/sh', '-c', script, 'test', ...args],
    program: '/bin/sh',
    input: Buffer.from('what is read'),
    timeoutMs,
    maxOutputBytes: 1024 * 1024,
  });
  return outcome.ended === 'exit'
    ? { status: outcome.status, output: outcome.output.toString() }
    : { status: outcome.ended, output: '' };
}

/** Command lines of all processes that this one may see. */
async function commandLines(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
}
const running = async (mark: string): Promise<boolean> =>
  (await commandLines()).some((line) => line.includes(mark));

/** A time to sleep, in seconds, that nothing else on this machine sleeps for. */
const newMark = (): string => `4321.${randomInt(1_000_000_000)}`;

async function eventually(what: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (await what()) return true;
    await setTimeout(100);
  }
  return false;
}

it('reports the limits that it found by trying', () => {
  process.stdout.write(`confinement: ${JSON.stringify(confiner.confinement)}\n`);
  const { files, processes, network, user, memory } = confiner.confinement;
  expect([files, processes, network].map((wall) => typeof wall)).toEqual(['boolean', 'boolean', 'boolean']);
  expect(['nobody', 'namespace', 'same']).toContain(user);
  expect(['group', 'process', 'none']).toContain(memory);
});

it('passes input and output, in a folder that can be written to', async () => {
  expect(await run('cat > "$HOME/a"; cat "$HOME/a"; exit 3')).toEqual({ status: 3, output: 'what is read' });
});

it('claims nothing where nothing can be taken away', async () => {
  const poor = await mkdtemp(join(tmpdir(), 'lacre-confinement-test-'));
  for (const name of ['id', 'rm']) await symlink(`/usr/bin/${name}`, join(poor, name));
  const bare = await findConfiner(poor);
  expect(bare.confinement).toMatchObject({ files: false, processes: false, network: false, user: 'same' });
  const outcome = await bare.run({
    command: ['/bin/sh', '-c', 'echo fine'],
    program: '/bin/sh',
    input: Buffer.alloc(0),
    timeoutMs: 5_000,
    maxOutputBytes: 100,
  });
  expect(outcome).toMatchObject({ ended: 'exit', status: 0 });
  await rm(poor, { recursive: true });
});

it('ends a program that is given up, and whatever it started', async () => {
  const [mark, givenUp] = [newMark(), new AbortController()];
  const outcome = confiner.run({
    command: ['/bin/sh', '-c', `sleep ${mark} & sleep ${mark}`],
    program: '/bin/sh',
    input: Buffer.alloc(0),
    timeoutMs: 60_000,
    maxOutputBytes: 100,
    signal: givenUp.signal,
  });
  expect(await eventually(() => running(mark))).toBe(true);
  givenUp.abort(new Error('gone'));
  await expect(outcome).rejects.toThrow('gone');
  expect(await eventually(async () => !(await running(mark)))).toBe(true);
});

it('shows programs, libraries and fonts, and nothing that is ours', async (context) => {
  if (!confiner.confinement.files) return context.skip('the system allows no mount namespace');
  const { output } = await run('ls -A / /tmp /var /var/lib /etc /proc; cat /etc/passwd');
  const seen = new Set(output.split(/\s+/));
  for (const name of [
    'home',
    'root',
    'srv',
    'sys',
    'run',
    'mnt',
    'opt',
    'work',
    'log',
    'shadow',
    'hostname',
    'self',
  ])
    expect(seen, name).not.toContain(name);
  expect(output).toMatch(/^\/proc:\nversion$/m);
  expect(output).not.toContain('root:x');
  expect(await run('ls "$1"', { args: [fileURLToPath(import.meta.url)] })).toMatchObject({ output: '' });
});

const forbidden: readonly (readonly [string, string])[] = [
  ['write beside its folder', 'echo x > /trace || echo x > /usr/bin/trace || echo x > /etc/trace'],
  ['mount', 'mount -t tmpfs tmpfs /tmp'],
  ['make a device', 'mknod /tmp/disk b 8 0'],
  ['run what it has written', 'cp /bin/true /tmp/own && /tmp/own'],
  ['fill the disk', 'head -c 300000000 /dev/zero > "$HOME/fill"'],
  ['gain rights', 'setpriv --reuid=0 --inh-caps=+sys_admin --ambient-caps=+sys_admin true'],
];
it.for(forbidden)('does not let it %s', async ([, script], context) => {
  if (!confiner.confinement.files) return context.skip('the system allows no mount namespace');
  const { status } = await run(script);
  expect(status).not.toBe(0);
});

it('has no network, not even to this machine', async (context) => {
  if (!confiner.confinement.network) return context.skip('the system allows no network namespace');
  let connections = 0;
  const server = createServer().on('connection', () => (connections += 1));
  const port = await listenLocally(server);
  const connect = `exec 3<>/dev/tcp/127.0.0.1/${port}`;
  const outside = spawn('bash', ['-c', connect], { stdio: 'ignore' });
  expect(await new Promise((resolve) => outside.once('exit', resolve))).toBe(0);
  expect(await run(`bash -c '${connect}'`)).not.toMatchObject({ status: 0 });
  expect(connections).toBe(1);
  server.close();
});

it('ends with all it started when its time is up', async () => {
  const mark = newMark();
  const ended = run(`setsid sleep ${mark} & sleep ${mark}`, { timeoutMs: 1_500 });
  expect(await eventually(() => running(mark))).toBe(true);
  expect(await ended).toMatchObject({ status: 'timeout' });
  expect(await eventually(async () => !(await running(mark)))).toBe(true);
});

it('ends when the service is killed', async () => {
  const mark = newMark();
  const script = fileURLToPath(new URL('../../testing/run-confined.ts', import.meta.url));
  const service = spawn(process.execPath, [script, `sleep ${mark}`], { stdio: 'ignore' });
  // The command line of `sh` has it too, as has that of the service.
  const asleep = async () => (await commandLines()).some((line) => line.startsWith(`sleep\0${mark}`));
  expect(await eventually(asleep)).toBe(true);
  service.kill('SIGKILL');
  expect(await eventually(async () => !(await asleep()))).toBe(true);
});

it('bounds its memory', async (context) => {
  const { memory } = confiner.confinement;
  if (memory === 'none') return context.skip('neither prlimit nor a control group');
  // `tail` holds all of an endless line.
  const script =
    memory === 'group' ? 'for i in 1 2 3; do tail /dev/zero & done; wait %1 && wait %2' : 'tail /dev/zero';
  const { status } = await run(script, { timeoutMs: 50_000 });
  expect(status).not.toBe(0);
  expect(status).not.toBe('timeout');
}, 60_000);
