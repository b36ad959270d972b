import { findConfiner } from '../intake/confinement/confinement.ts';

/** Runs a shell command confined, for as long as it takes. */
const confiner = await findConfiner(process.env['PATH'] ?? '');
await confiner.run({
  command: ['/bin/sh', '-c', process.argv[2] ?? ''],
  program: '/bin/sh',
  input: Buffer.alloc(0),
  timeoutMs: 60_000,
  maxOutputBytes: 1024,
});
