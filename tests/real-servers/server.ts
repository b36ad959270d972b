import { randomBytes } from 'node:crypto';

/** The server that `run.ts` gives to these tests. */
export function givenServer(): string {
  const url = process.env['EVENT_STORE_TEST_URL'];
  if (!url) throw new Error('these tests are run by tests/real-servers/run.ts, which names the server');
  return url;
}

/** A server is shared by tests and by runs: each has streams of its own. */
export const ownPrefix = (): string => `lacre-test-${randomBytes(5).toString('hex')}.`;
