import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Of WebDriver: an element that the browser knows by this name until its document is left. */
export type ElementId = string;

/** A browser of another make than Chromium, driven by WebDriver; one window, of which nothing outlives `close`. */
export interface Engine {
  readonly name: string;
  open(address: string): Promise<void>;
  /** What a function body returns in the page, with `arguments`; JSON values only. */
  evaluate(body: string, ...given: readonly unknown[]): Promise<unknown>;
  /** The element that a function body returns in the page, if any. */
  find(body: string, ...given: readonly unknown[]): Promise<ElementId | undefined>;
  click(element: ElementId): Promise<void>;
  /** Key by key into what has the focus. */
  type(text: string): Promise<void>;
  /** Into a file field. */
  chooseFile(element: ElementId, path: string): Promise<void>;
  /** CSS pixels, of the page. */
  resize(width: number, height: number): Promise<void>;
  /** PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Keys pressed one after another, as actions of WebDriver; the same in BiDi. */
export const keysOf = (text: string): object => ({
  type: 'key',
  id: 'keyboard',
  actions: Array.from(text).flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/**
 * A program, once it has said of itself what the pattern wants.
 *
 * @throws Error with what it said last, when it ends before
 */
export async function startProgram(
  command: string,
  arguments_: readonly string[],
  ready: RegExp,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<{ program: ChildProcess; said: RegExpExecArray }> {
  const program = spawn(command, arguments_, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const said = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = ready.exec(output);
      if (match !== null) resolve(match);
    };
    program.stdout.on('data', read);
    program.stderr.on('data', read);
    program.once('error', reject);
    program.once('exit', (code) =>
      reject(new Error(`${command} ended with ${code}: ${output.slice(-2000)}`)),
    );
  });
  return { program, said };
}

export async function endProgram(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill('SIGTERM');
  const patience = setTimeout(() => program.kill('SIGKILL'), 5000);
  await ended;
  clearTimeout(patience);
}
