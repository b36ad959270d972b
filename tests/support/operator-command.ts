import { spawn, type ChildProcess } from 'node:child_process';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
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

  get all(): string {
    return this.#all;
  }

  hear(chunk: Buffer, isShown: boolean): void {
    this.#all += chunk.toString();
    if (isShown) this.#shown += chunk.toString();
  }

  with<Status>(status: Status): Operated<Status> {
    return { status, said: this.#all, shown: this.#shown };
  }
}

/** Runs an operator's command in this process, on the installation that its words or the environment name. */
export async function runCommand(...words: string[]): Promise<Operated> {
  const said = new Said();
  const hearing = (isShown: boolean) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        said.hear(chunk, isShown);
        done();
      },
    });
  return said.with(await runOperatorCommand(words, { out: hearing(true), err: hearing(false) }));
}

/** Runs an operator's command on the installation of a data folder, in this process. */
export const operate = (dataDir: string, ...args: string[]): Promise<Operated> =>
  runCommand(...args, '--data', dataDir);

/** Of `operate` what it shows. @throws where the command does not end well, with what it said */
export async function operated(dataDir: string, ...args: string[]): Promise<string> {
  const { status, said, shown } = await operate(dataDir, ...args);
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}:\n${said}`);
  return shown;
}

/** An operator's command in a process of its own with more variables, as an operator runs it. */
export class OperatorProcess {
  readonly ended: Promise<Operated<number | null>>;
  readonly #child: ChildProcess;
  readonly #said = new Said();

  constructor(dataDir: string, environment: Readonly<Record<string, string>>, ...args: string[]) {
    const child = spawn(process.execPath, [COMMAND, ...args, '--data', dataDir], {
      env: { ...process.env, NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => this.#said.hear(chunk, stream === child.stdout));
    this.#child = child;
    this.ended = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }).then((status) => this.#said.with(status));
  }

  /** Ends it by SIGKILL as soon as that is due by what it has said, unless it ends before. */
  async killWhen(isDue: (said: string) => boolean | Promise<boolean>): Promise<Operated<number | null>> {
    const child = this.#child;
    while (child.exitCode === null && child.signalCode === null && !(await isDue(this.#said.all)))
      await sleep(2);
    child.kill('SIGKILL');
    return this.ended;
  }
}

/** As `operate`, in a process of its own. */
export const operateApart = (
  ...given: ConstructorParameters<typeof OperatorProcess>
): Promise<Operated<number | null>> => new OperatorProcess(...given).ended;
