import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

import { runOperatorCommand } from '@lacre/local/operator-commands';
import { afterAll, beforeAll } from 'vitest';

import { Api } from '../../../support/api.ts';
import { Lacre } from '../../../support/lacre.ts';
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
    stage.lacre = await Lacre.create({}, ['--demo']);
    await stage.lacre.start();
    const visitor = new Api(stage.lacre.origin);
    const { token } = await until('the demo has its account', () =>
      visitor.call('signIn', { body: { email: 'demo@exemplo.com.br', password: 'demonstracao' } }),
    );
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
        return stage.lacre.output.includes('Ctrl-C') ? finished?.processId : undefined;
      },
      PATIENCE_MS / 2,
    );
  });
  afterAll(() => stage.lacre.dispose());
  return stage;
}
