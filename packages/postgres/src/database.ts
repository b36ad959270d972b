import { Client, escapeIdentifier } from 'pg';
import type { DatabaseError } from 'pg';

const duplicateDatabase = '42P04';
/** Two CREATE DATABASE of one name at once can also meet in the catalogue's unique index. */
const uniqueViolation = '23505';

/**
 * Makes the database `name` on the server of `connectionString` unless it exists.
 *
 * @returns the connection string of that database.
 */
export async function ensureDatabase(connectionString: string, name: string): Promise<string> {
  await withClient(connectionString, async (client) => {
    await client.query(`create database ${escapeIdentifier(name)}`).catch((error: unknown) => {
      if (![duplicateDatabase, uniqueViolation].includes((error as DatabaseError).code ?? '')) throw error;
    });
  });
  const url = new URL(connectionString);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Drops the database `name` if it exists, cutting the sessions that use it. */
export async function dropDatabase(connectionString: string, name: string): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
  });
}

async function withClient(connectionString: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
