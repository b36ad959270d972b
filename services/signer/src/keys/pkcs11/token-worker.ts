/** The process that a PKCS #11 module is loaded in: what a vendor's code does to it, it does to nothing else. */
import { CryptokiError } from './cryptoki.ts';
import { TokenKeyError, type TokenKeyOptions, type TokenProblem } from './token-key-error.ts';
import { TokenKey } from './token-key.ts';

export type TokenTask = { id: number } & (
  | { kind: 'open'; options: TokenKeyOptions }
  | { kind: 'sign'; data: Uint8Array }
);
export type TokenAnswer = { id: number } & (
  | { kind: 'opened'; type: 'rsa' | 'ec'; certificates: Uint8Array[] }
  | { kind: 'signed'; signature: Uint8Array }
  | { kind: 'failed'; problem: TokenProblem | 'broken'; detail: string }
);

let key: TokenKey | undefined;

async function answer(task: TokenTask): Promise<TokenAnswer> {
  const { id } = task;
  try {
    if (task.kind === 'open') {
      key = new TokenKey(task.options);
      return { id, kind: 'opened', type: key.type, certificates: [...key.certificates] };
    }
    if (key === undefined) throw new Error('nothing is open');
    return { id, kind: 'signed', signature: await key.sign(Buffer.from(task.data)) };
  } catch (error) {
    return error instanceof TokenKeyError
      ? { id, kind: 'failed', problem: error.problem, detail: error.message }
      : { id, kind: 'failed', problem: 'broken', detail: wordsOf(error) };
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof CryptokiError || error instanceof Error ? error.message : String(error);

process.on('message', (task) => void answer(task as TokenTask).then((answered) => process.send?.(answered)));
process.on('disconnect', () => process.exit());
// Sent to the whole group, they ask the service to end in order: what it waits for is still answered.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
