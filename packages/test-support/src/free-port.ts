import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A TCP port that nothing listens on, at any address of the machine.
 *
 * Below those that systems give to connections (RFC 6335 leaves that to them; Linux begins at 32768): none is lost meanwhile.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => probe.close(resolve));
    return port;
  }
}
