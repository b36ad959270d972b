import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder, and those missing above it, that every account may pass through. The mode is set apart from the
 * making because a umask of 077 would take the permission away again. Folders that exist keep their mode.
 */
export function makeTraversableFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeTraversableFolder(path.dirname(folder));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
}
