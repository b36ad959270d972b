import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';

/** A program that is built from the Go module proxy. */
export interface GoTool {
  /** Of its `main`: `github.com/versity/versitygw/cmd/versitygw`. */
  package: string;
  version: string;
}

/** Why there is none; the message says what is missing. */
export class NoGoTool extends Error {
  override readonly name = 'NoGoTool';
}

const toolsFolder = (): string => process.env['LACRE_TOOLS'] || join(homedir(), '.cache', 'lacre-tools');

function goProgram(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/go/bin'];
  return folders.map((folder) => join(folder, 'go')).find((path) => existsSync(path));
}

/**
 * Path of the program, which is built when it is not in the cache (`LACRE_TOOLS`, else `~/.cache/lacre-tools`): once, in
 * a few minutes.
 *
 * @throws NoGoTool where Go is missing or does not build it
 */
export function goTool({ package: package_, version }: GoTool): string {
  const name = basename(package_);
  const path = join(toolsFolder(), `${name}-${version}`);
  if (existsSync(path)) return path;
  const go = goProgram();
  if (go === undefined)
    throw new NoGoTool(`${name} ${version} is not in ${toolsFolder()}, and there is no Go`);
  mkdirSync(toolsFolder(), { recursive: true });
  // Two that build it at once each move a whole program into its place.
  const building = mkdtempSync(join(toolsFolder(), 'building-'));
  try {
    const env = { ...process.env, GOBIN: building, GOFLAGS: '-mod=mod', CGO_ENABLED: '0' };
    const { status, stderr } = spawnSync(go, ['install', `${package_}@${version}`], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new NoGoTool(`${name} ${version} was not built:\n${stderr}`);
    renameSync(join(building, name), path);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  return path;
}
