import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { Demo, DEMO_SIGN_IN } from '@lacre/local/demo';
import { runOperatorCommand } from '@lacre/local/operator-commands';
import { afterAll, beforeAll } from 'vitest';

import { Api } from '../../../support/api.ts';
import { Lacre } from '../../../support/lacre.ts';
import { messagesTo, type MailboxMessage } from '../../../support/mailbox.ts';
import { addPerson } from '../../../support/scenario.ts';
import { until } from '../../../support/until.ts';

const LACRE = fileURLToPath(new URL('../../../../infra/local/src/lacre.ts', import.meta.url));
export const PATIENCE_MS = 180_000;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Ended {
  status: number | null;
  output: string;
}

export interface Audited {
  lacre: Lacre;
  /** A finished process of the demo. */
  processId: string;
  /** Runs an operator's command in this process; `runAt` runs the program. */
  run: (...args: string[]) => Promise<Ended>;
}

/** The program, as an operator runs it. */
export function runAt(folder: string, variables: Record<string, string>, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [LACRE, ...args, '--data', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '', ...variables },
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}${stderr}` };
}

/** The processes of today of the demo, without its year, which takes most of the time that a demo takes. */
async function fillByDemo(origin: string): Promise<void> {
  const seen = new Map<string, MailboxMessage>();
  const demo = new Demo(origin, {
    listMessages: async ({ to, search = '' }) => {
      const messages = await messagesTo(origin, to);
      for (const message of messages) seen.set(message.id, message);
      return messages.filter(({ subject, text }) => `${subject} ${text}`.includes(search));
    },
    readMessage: async (id) => seen.get(id),
  });
  await demo.fill();
}

/** The demo with every document sealed and every credit settled, for the tests of a file. */
export function useAudited(): Audited {
  const stage = {
    run: async (...args) => {
      const written: Buffer[] = [];
      const terminal = () =>
        new Writable({
          write(chunk: Buffer, _encoding, done) {
            written.push(chunk);
            done();
          },
        });
      const [out, err] = [terminal(), terminal()];
      const status = await runOperatorCommand([...args, '--data', stage.lacre.dataDir], { out, err });
      return { status, output: Buffer.concat(written).toString('utf8') };
    },
  } as Audited;
  beforeAll(async () => {
    stage.lacre = await Lacre.create();
    await stage.lacre.start();
    await fillByDemo(stage.lacre.origin);
    const visitor = new Api(stage.lacre.origin);
    const { token } = await visitor.call('signIn', { body: DEMO_SIGN_IN });
    const api = visitor.as(token);
    const { uid } = await api.call('currentUser');
    await api.call('editTenantSettings', { body: { uploads: [{ name: 'logo', base64: PIXEL }] } });
    await api.call('editUser', {
      params: { uid },
      body: { user: {}, uploads: [{ name: 'avatar', base64: PIXEL }] },
    });
    const { personId } = await addPerson(api, 'Zuleica Pamplona');
    await api.call('erasePerson', { params: { personId }, body: { reason: 'subject-request' } });
    stage.processId = await until(
      'the demo is sealed and settled',
      async () => {
        const { items } = await api.call('listProcesses');
        const finished = items.find(
          ({ summary, status }) => summary === 'Contrato de locação comercial' && status === 'finished',
        );
        return finished?.processId;
      },
      PATIENCE_MS / 2,
    );
  });
  afterAll(() => stage.lacre.dispose());
  return stage;
}
