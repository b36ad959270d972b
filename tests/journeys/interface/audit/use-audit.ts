import { DEMO_SIGN_IN } from '@lacre/local/demo';
import { afterAll, beforeAll } from 'vitest';

import { Api } from '../../../support/api.ts';
import { fillByDemo } from '../../../support/fill-by-demo.ts';
import { Lacre } from '../../../support/lacre.ts';
import { operate, type Operated } from '../../../support/operator-command.ts';
import { addPerson } from '../../../support/scenario.ts';
import { until } from '../../../support/until.ts';

export const PATIENCE_MS = 180_000;
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Audited {
  lacre: Lacre;
  /** A finished process of the demo. */
  processId: string;
  /** Runs an operator's command in this process. */
  run: (...args: string[]) => Promise<Operated>;
}

/** The demo with every document sealed and every credit settled, for the tests of a file. */
export function useAudited(): Audited {
  const stage = {
    run: (...args) => operate(stage.lacre.dataDir, ...args),
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
