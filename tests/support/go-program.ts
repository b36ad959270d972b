import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What is kept from run to run, outside the checkout. */
export const TOOLS = process.env['LACRE_TOOLS'] ?? join(homedir(), '.cache', 'lacre-tools');

/** Without optimising and what debuggers need, which takes longer to build than what is run for seconds gains by it. */
const QUICKLY = "-trimpath -ldflags=-w '-gcflags=all=-N -l'";

/**
 * A program in Go, built from the module proxy when it is not there yet.
 *
 * @param name what it is kept as, with its version
 * @param module package and version, as `go install` takes them
 * @returns its path
 */
export async function goProgram(name: string, module: string): Promise<string> {
  const program = join(TOOLS, 'bin', name);
  if (existsSync(program)) return program;
  const folder = join(TOOLS, `build-${name}-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await mkdir(join(TOOLS, 'bin'), { recursive: true });
  const path = `${process.env['PATH'] ?? ''}${delimiter}/usr/local/go/bin`;
  const env = { ...process.env, PATH: path, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: QUICKLY };
  await run('go', ['install', module], { env, maxBuffer: 64 * 1024 * 1024 });
  await rename(join(folder, basename(module.split('@')[0] ?? '')), program);
  await rm(folder, { recursive: true });
  return program;
}
