import { execFile } from 'node:child_process';
import { join } from 'node:path';

export interface PadesRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program as a shell would, for tests. */
export function runPades(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<PadesRun> {
  const { cwd, env = {} } = options;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '..', 'pades.ts'), ...args],
      { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const exitCode = error ? Number(error.code) : 0;
        resolve({ exitCode, stdout, stderr });
      },
    );
  });
}
