import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../infra/local/src/lacre.ts', import.meta.url));

/** An operator's command in a process of its own, and what it said on both outputs. */
export async function operatorCommand(
  dataDir: string,
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ status: number | null; said: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args, '--data', dataDir], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, said };
}
