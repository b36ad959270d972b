import { spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { runOperatorCommand } from '@lacre/local/operator-commands';

const COMMAND = fileURLToPath(new URL('../../infra/local/src/lacre.ts', import.meta.url));

/** An operator's command that has ended. */
export interface Operated<Status = number> {
  /** Null where a signal ended its process. */
  status: Status;
  /** On its output and its error output, in order. */
  said: string;
  /** On its output alone. */
  shown: string;
}

/** What was said on either output. */
class Said {
  #all = '';
  #shown = '';

  hear(chunk: Buffer, isShown: boolean): void {
    this.#all += chunk.toString();
    if (isShown) this.#shown += chunk.toString();
  }

  with<Status>(status: Status): Operated<Status> {
    return { status, said: this.#all, shown: this.#shown };
  }
}

/** Runs an operator's command on the installation of a data folder, in this process. */
export async function operate(dataDir: string, ...args: string[]): Promise<Operated> {
  const said = new Said();
  const hearing = (isShown: boolean) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        said.hear(chunk, isShown);
        done();
      },
    });
  const terminal = { out: hearing(true), err: hearing(false) };
  return said.with(await runOperatorCommand([...args, '--data', dataDir], terminal));
}

/** Of `operate` what it shows. @throws where the command does not end well, with what it said */
export async function operated(dataDir: string, ...args: string[]): Promise<string> {
  const { status, said, shown } = await operate(dataDir, ...args);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${said}`);
  return shown;
}

/** As `operate`, in a process of its own with more variables, as an operator runs it. */
export async function operateApart(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<Operated<number | null>> {
  const child = spawn(process.execPath, [COMMAND, ...args, '--data', dataDir], {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = new Said();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.hear(chunk, stream === child.stdout));
  return said.with(
    await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  );
}
