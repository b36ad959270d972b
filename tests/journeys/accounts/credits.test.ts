import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { Lacre } from '../../support/lacre.ts';
import { operate } from '../../support/operator-command.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, uploadProof, type Account } from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

let lacre: Lacre;
let account: Account;
let domain: string;

/** The operator's command, on the installation that runs. */
const run = (...args: string[]) => operate(lacre.dataDir, ...args);

beforeAll(async () => {
  lacre = await Lacre.create({ CREDITS_GRANT: '1' });
  await lacre.start();
  account = await openAccount(lacre.origin, 'Conta sem créditos');
  const { items } = await account.api.call('listDomains');
  domain = items.find(({ kind }) => kind === 'login')?.domain ?? '';
}, 120_000);
afterAll(() => lacre.dispose());

const balanceBecomes = (balance: number) =>
  until(`a balance of ${balance}`, async () => {
    const credits = await account.api.call('tenantCredits');
    return credits.balance === balance ? credits : undefined;
  });
const statement = async () => {
  const { items } = await account.api.call('creditStatement');
  return items.map(({ kind, amount, reason }) => [kind, amount, reason]);
};

describe('an account without credits', () => {
  it('creates processes again once the operator has granted some, with a reason in its statement', async () => {
    const ana = await addPerson(account.api, 'Ana Souza');
    const create = async () => {
      const { proof } = await uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
      const participants = [{ personId: ana.personId, part: 'signer' }];
      return account.api.send('createProcess', {
        body: { summary: 'Locação', companyId: account.companyId, documents: [{ proof }], participants },
      });
    };
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(402);
    const granted = await run('credits', 'grant', domain, '20', '--reason', 'Nota fiscal 1042');
    expect(granted.said).toContain('recebeu 20 créditos. Disponíveis agora: 20 créditos.');
    expect(granted.status).toBe(0);
    expect((await create()).status).toBe(201);
    await balanceBecomes(19);
    expect(await statement()).toContainEqual(['granted', 20, 'Nota fiscal 1042']);
  }, 60_000);

  it('is granted some every month, the first at once, and no month twice', async () => {
    expect(await run('credits', 'monthly', domain, '30')).toMatchObject({ status: 0 });
    await balanceBecomes(49);
    expect((await run('credits', 'monthly', domain, '30')).status).toBe(0);
    expect((await run('credits', 'monthly', domain, '0')).said).toContain('não recebe mais créditos por mês');
    expect((await run('credits', 'monthly', domain, '40')).status).toBe(0);
    // What was granted this month stays; the new amount comes with the next.
    const [newest] = await until('the events', async () => {
      const today = new Date();
      const initialDate = new Date(today.getTime() - 86_400_000).toISOString().slice(0, 10);
      const query = { initialDate, endDate: today.toISOString().slice(0, 10), pageSize: 100 };
      const { items } = await account.api.call('tenantEvents', { query });
      const set = items.filter(({ action }) => action === 'monthlyCreditsSet');
      return set.length === 3 ? set : undefined;
    });
    expect(newest?.who).toMatchObject({ kind: 'system' });
    expect(
      (await statement()).filter(([, , reason]) => String(reason).startsWith('Créditos mensais de')),
    ).toEqual([['granted', 30, expect.stringMatching(/^Créditos mensais de \S+ de \d{4}$/)]]);
    await balanceBecomes(49);
    expect((await run('fsck', '--only', 'credits')).said).toContain('Tudo confere');
  }, 120_000);

  it.each([
    [['grant', 'x'], 'a quantidade de créditos'],
    [['grant', 'x', '1.5', '--reason', 'a'], 'a quantidade de créditos'],
    [['grant', 'x', '1000001', '--reason', 'a'], 'a quantidade de créditos'],
    [['grant', 'x', '5', '--reason', 'null'], 'falta --reason'],
    [['grant', 'nao-existe', '5', '--reason', 'a'], 'nenhuma conta'],
    [['monthly', 'x', '5', '6'], 'não há o comando'],
  ])(
    'is granted nothing by %j',
    async (words, complaint) => {
      const { status, said } = await run('credits', ...words);
      expect(said).toContain(complaint);
      expect(status).toBe(2);
    },
    60_000,
  );
});
