import { spawn } from 'node:child_process';

export interface BoundedRun {
  /** The program and its arguments. */
  command: readonly string[];
  folder: string;
  searchPath: string;
  input: Uint8Array;
  timeoutMs: number;
  /** What the program may write to its standard output, bytes. */
  maxOutputBytes: number;
  /** Ends the program; the run then rejects with its reason. */
  signal?: AbortSignal | undefined;
}

export type RunOutcome =
  | { ended: 'exit'; status: number; output: Buffer; complaint: string }
  | { ended: 'timeout' }
  | { ended: 'output-too-large' };

/** The end of what it wrote to its standard error, characters. */
const COMPLAINT_CHARACTERS = 2_000;

/**
 * Runs a program without an environment, with bounds of time and output. The whole process group ends with it, or with
 * this process. @throws the signal's reason, once the program has ended
 */
export async function runBounded(run: BoundedRun): Promise<RunOutcome> {
  const { signal } = run;
  signal?.throwIfAborted();
  const [program = '', ...args] = run.command;
  const outcome = await new Promise<RunOutcome>((resolve) => {
    const child = spawn(program, args, {
      cwd: run.folder,
      detached: true,
      env: { PATH: run.searchPath, HOME: run.folder, TMPDIR: run.folder, LANG: 'pt_BR.UTF-8' },
    });
    const output: Buffer[] = [];
    let outputBytes = 0;
    let complaint = '';
    let cut: 'timeout' | 'output-too-large' | undefined;
    const end = (why: typeof cut): void => {
      cut ??= why;
      killGroup(child.pid);
    };
    const timer = setTimeout(() => end('timeout'), run.timeoutMs);
    const giveUp = (): void => killGroup(child.pid);
    signal?.addEventListener('abort', giveUp);
    const finish = (status: number): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      killGroup(child.pid);
      resolve(cut ? { ended: cut } : { ended: 'exit', status, output: Buffer.concat(output), complaint });
    };
    child.stdout.on('data', (chunk: Buffer) => {
      outputBytes += chunk.length;
      if (outputBytes > run.maxOutputBytes) end('output-too-large');
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-COMPLAINT_CHARACTERS);
    });
    // A program that ends without reading all of it.
    child.stdin.on('error', () => {});
    child.stdin.end(run.input);
    child.once('error', () => finish(-1));
    // What the program leaves behind may hold the pipes open: it ends when the program does.
    child.once('exit', () => killGroup(child.pid));
    child.once('close', (status) => finish(status ?? -1));
  });
  signal?.throwIfAborted();
  return outcome;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}
