/**
 * A stand-in of the server in a process of its own, so that it does not take the measured one's time:
 * `node stand-in-server.ts [commitDelayMs]`, by default 0.
 */
import { KurrentDbStandIn } from '../src/testing/kurrentdb-stand-in.ts';

const server = new KurrentDbStandIn({ commitDelayMs: Number(process.argv[2] ?? 0) });
await server.start();
process.stdout.write(`${server.connectionString}\n`);
// The one that began it keeps this open for as long as it lives.
process.stdin.on('end', () => process.exit()).resume();
