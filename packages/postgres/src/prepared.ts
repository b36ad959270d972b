import { createHash } from 'node:crypto';

import type { QueryConfig } from 'pg';

const names = new Map<string, string>();

/**
 * A statement that each connection parses and plans once, under a name made of its text. For texts of which there are
 * few: a connection keeps each of them until it is closed.
 */
export function prepared(text: string, values: unknown[] = []): QueryConfig {
  let name = names.get(text);
  if (name === undefined) {
    // Postgres takes the first 63 bytes of a name.
    name = `lacre ${createHash('sha256').update(text).digest('base64url')}`;
    names.set(text, name);
  }
  return { name, text, values };
}
