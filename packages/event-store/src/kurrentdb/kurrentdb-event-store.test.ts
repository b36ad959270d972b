import { describeEventStore } from '../testing/index.ts';
import { realServer } from '../testing/kurrentdb-server.ts';
import { KurrentDbStandIn } from '../testing/kurrentdb-stand-in.ts';
import { createKurrentDbEventStore } from './kurrentdb-event-store.ts';

/** What the promises hold through, each in turn. */
const disturbances: ((server: KurrentDbStandIn) => Promise<void>)[] = [
  (server) => server.restart(),
  (server) => server.changeLeader({ tail: 'kept', phaseMs: 20 }),
  (server) => server.changeLeader({ tail: 'discarded', phaseMs: 20, reads: 'refused' }),
];
let count = 0;

describeEventStore('KurrentDB client over the stand-in', async () => {
  const server = new KurrentDbStandIn();
  await server.start();
  const { connectionString } = server;
  const process = () => createKurrentDbEventStore({ connectionString });
  return {
    store: process(),
    others: [process(), process()],
    disturb: () => disturbances[count++ % disturbances.length]!(server),
    dispose: () => Promise.resolve(server.close()),
  };
});

const server = await realServer();
if (server.connectionString === undefined) console.warn(server.leftOut);
else
  describeEventStore('KurrentDB', () => {
    const process = () => createKurrentDbEventStore(server);
    return Promise.resolve({ store: process(), others: [process(), process()] });
  });
