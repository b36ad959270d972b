import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { startEmbeddedPostgres } from '@lacre/postgres';

/** A Postgres of the bench's own, with its usual durability; `DATABASE_URL` names another, whose tables it makes. */
export async function benchDatabase(): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  const given = process.env['DATABASE_URL'];
  if (given) return { connectionString: given, stop: async () => {} };
  const folder = mkdtempSync(path.join(tmpdir(), 'lacre-bench-'));
  const server = await startEmbeddedPostgres({ dataDir: folder });
  return {
    connectionString: server.connectionString('postgres'),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const has = (flag: string): boolean => process.argv.includes(flag);

/** Prints figures for people, or with `--json` as one line of JSON. */
export function report(name: string, figures: Record<string, number>): void {
  const rounded = Object.fromEntries(
    Object.entries(figures).map(([key, value]) => [key, Math.round(value * 10) / 10]),
  );
  if (has('--json')) process.stdout.write(`${JSON.stringify({ name, ...rounded })}\n`);
  else
    for (const [key, value] of Object.entries(rounded))
      process.stdout.write(`${name}  ${key.padEnd(28)} ${value}\n`);
}
