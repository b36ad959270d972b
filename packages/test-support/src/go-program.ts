import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { toolsFolder } from './tools-folder.ts';

const run = promisify(execFile);

/** A program that is built from the Go module proxy. */
export interface GoProgram {
  /** What it is kept as, beside its version. */
  name: string;
  /** Of its `main`: `github.com/versity/versitygw/cmd/versitygw`. */
  package: string;
  version: string;
}

/** Why there is none; the message says what is missing. */
export class NoGoProgram extends Error {
  override readonly name = 'NoGoProgram';
}

/** Without optimising and what debuggers need, which takes longer to build than what is run for seconds gains by it. */
const QUICKLY = "-trimpath -ldflags=-w '-gcflags=all=-N -l'";

function installedGo(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/go/bin'];
  return folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path));
}

/**
 * Path of the program, which is built when it is not in `toolsFolder()`: once, in a few minutes.
 *
 * @throws NoGoProgram where Go is missing or does not build it
 */
export async function goProgram({ name, package: package_, version }: GoProgram): Promise<string> {
  const path = join(toolsFolder(), `${name}-${version}`);
  if (existsSync(path)) return path;
  const go = installedGo();
  if (go === undefined)
    throw new NoGoProgram(`${name} ${version} is not in ${toolsFolder()}, and there is no Go`);
  await mkdir(toolsFolder(), { recursive: true });
  // Two that build it at once each move a whole program into its place.
  const building = await mkdtemp(join(toolsFolder(), 'building-'));
  try {
    const env = { ...process.env, GOBIN: building, GOFLAGS: QUICKLY, CGO_ENABLED: '0' };
    const built = run(go, ['install', `${package_}@${version}`], { env, maxBuffer: 64 * 1024 * 1024 });
    await built.catch((error: Error) => {
      throw new NoGoProgram(`${name} ${version} was not built: ${error.message}`);
    });
    await rename(join(building, basename(package_)), path);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  return path;
}
