import { createServer } from 'node:http';

import { listLoginDomains } from '@lacre/command';
import { createPostgresEventStore } from '@lacre/event-store/postgres';
import { createPool } from '@lacre/postgres';
import { createTestDatabase } from '@lacre/postgres/testing';
import { openJobsOfTenant } from '@lacre/projector';
import { listenLocally } from '@lacre/test-support';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { fillsSignIn } from '../../browser/account-keeper.ts';
import { launchChromium } from '../../browser/chromium.ts';
import { layoutFaults } from '../../browser/layout.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { Api } from '../../support/api.ts';
import { startClockedLacre } from '../../support/clocked-lacre.ts';
import { moveOf } from '../../support/operate-tenant.ts';
import { samplePdf } from '../../support/pdfs.ts';
import {
  addPerson,
  openAccount,
  openProcess,
  personSession,
  processWhen,
  signAll,
  uploadProof,
} from '../../support/scenario.ts';
import { until } from '../../support/until.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const MOVING = 'Esta conta está sendo transferida e volta em alguns minutos, sem que nada se perca.';

let stage: Awaited<ReturnType<typeof setUp>>;
let browser: Browser;

/** The installation that the account goes to, as far as a browser is led to it: it says which path was asked for. */
async function elsewhere() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end('<!doctype html><html lang="pt-BR"><title>Outra</title><h1>Outra instalação</h1></html>');
  });
  const port = await listenLocally(server);
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function setUp() {
  const database = await createTestDatabase();
  const pool = createPool(database.connectionString, { max: 2, applicationName: 'moved-tenant' });
  const lacre = await startClockedLacre((port) => ({
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: database.connectionString,
  }));
  const target = await elsewhere();
  const account = await openAccount(lacre.origin, 'Conta que muda de endereço');
  const { tenant } = await account.api.call('currentUser');
  const [ana, rui] = [await addPerson(account.api, 'Ana Souza'), await addPerson(account.api, 'Rui Lima')];
  const upload = async () => uploadProof(account.api, await samplePdf({ pages: 1 }), 'contrato.pdf');
  const sealed = await openProcess(account, [await upload()], [{ person: ana, part: 'signer' }]);
  await signAll(await personSession(lacre.origin, sealed.processId, ana), sealed.processId);
  await processWhen(account.api, sealed.processId, ({ status }) => status === 'finished');
  const waiting = await openProcess(account, [await upload()], [{ person: rui, part: 'signer' }]);
  await account.api.call('requestDownload', { body: { processIds: [sealed.processId] } });
  await until('the download', async () => {
    const { items } = await account.api.call('listDownloads');
    return items.some(({ state }) => state === 'ready') ? true : undefined;
  });
  return {
    lacre,
    pool,
    target,
    account,
    rui,
    sealed,
    waiting,
    domain: tenant.domain,
    tenantId: tenant.tenantId,
    move: moveOf(pool, tenant.tenantId, target.address),
    close: async () => {
      await lacre.dispose();
      await pool.end();
      await database.drop();
      target.close();
    },
  };
}

beforeAll(async () => {
  [browser, stage] = [await launchChromium(), await setUp()];
}, 180_000);
afterAll(async () => {
  await browser.close();
  await stage.close();
});

const linkOf = (processId: string) => `/document?process=${processId}&person=${stage.rui.personId}`;
async function countOf(type: string): Promise<number> {
  const { rows } = await stage.pool.query<{ count: number }>(
    'select count(*)::integer as count from event_store.events where type = $1',
    [type],
  );
  return rows[0]?.count ?? 0;
}

describe('an account that is being moved', () => {
  it('asks a signer to come back in some minutes, and keeps what they typed', async () => {
    await stage.move.begin();
    const visitor = await Visitor.arrive(browser, stage.lacre.origin, PHONE);
    await visitor.open(linkOf(stage.waiting.processId));
    await visitor.fill('Seu CPF', stage.rui.cpf);
    await visitor.press('Receber código');
    await visitor.reads(MOVING);
    await visitor.inspects('door of an account that is being moved');
    expect(await layoutFaults(visitor.page)).toEqual([]);
    expect(await visitor.page.getByLabel('Seu CPF', { exact: true }).inputValue()).not.toBe('');
    expect(await visitor.leaves()).toEqual(['503 POST /api/signature/session']);
  }, 60_000);

  it('stays readable to its users, and names what waits', async () => {
    await stage.move.abandon();
    const visitor = await Visitor.arrive(browser, stage.lacre.origin);
    await visitor.open(`/login/${stage.domain}`);
    await fillsSignIn(visitor, stage.account.email, stage.account.password);
    await visitor.page.waitForURL('**/dashboard');
    await stage.move.begin();
    await visitor.open('/persons');
    await visitor.reads('Rui Lima');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('does nothing by itself, and all of it once it stays', async () => {
    const { lacre, move, pool, tenantId } = stage;
    lacre.advance(8);
    const waiting = async () => {
      const { rows } = await pool.query<{ kind: string }>(
        `select queue as kind from work_queue.job where payload->>'tenantId' = $1`,
        [tenantId],
      );
      return rows.map(({ kind }) => kind);
    };
    await until('the job', async () => ((await waiting()).includes('expire-download') ? true : undefined));
    // Time to be taken up, were it not for the move.
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(await waiting()).toContain('expire-download');
    expect((await openJobsOfTenant(pool, tenantId)).running).toBe(0);
    expect(await countOf('DownloadExpired')).toBe(0);
    await move.abandon();
    await until('the waiting job', async () => ((await countOf('DownloadExpired')) === 1 ? true : undefined));
  }, 90_000);
});

describe('an account that has left', () => {
  beforeAll(async () => {
    await stage.move.begin();
    await stage.move.leave();
    const params = { domain: stage.domain };
    const visitor = new Api(stage.lacre.origin);
    await until('the read model', async () => {
      const answer = await visitor.send('tenantBranding', { params });
      return answer.status === 410 ? true : undefined;
    });
  });

  it.each([
    ['its address of sign-in', () => `/login/${stage.domain}?redirect=%2Fprocesses`],
    ['a link of an invitation', () => linkOf(stage.waiting.processId)],
    ['a link with a secret', () => `${linkOf(stage.waiting.processId)}#de=mensagem`],
  ])(
    'leads %s to the same place at its new address',
    async (_what, path) => {
      const { page } = await Visitor.arrive(browser, stage.lacre.origin, PHONE);
      await page.goto(new URL(path(), stage.lacre.origin).href);
      await page.waitForURL(`${stage.target.address}/**`);
      expect(page.url()).toBe(stage.target.address + path());
      // Kept by no browser: the way back does not lead here again, and nothing of the answer is stored.
      await page.close();
    },
    60_000,
  );

  it('says of a code and of a file where they are checked now', async () => {
    const { account, lacre, sealed, target } = stage;
    const documentId = sealed.documents[0]?.documentId ?? '';
    const visitor = new Api(lacre.origin);
    const { rows } = await stage.pool.query<{ validation_code: string }>(
      'select validation_code from signer.issued_version where document_id = $1',
      [documentId],
    );
    const code = rows[0]?.validation_code ?? '';
    const byCode = await visitor.send('validateByCode', { params: { code } });
    expect(byCode.status).toBe(410);
    expect(await byCode.json()).toMatchObject({
      code: 'TENANT_MOVED',
      address: target.address,
      detail: `Confira em ${target.address}/validate.`,
    });
    expect(
      await account.api.refused('downloadSealed', { params: { processId: sealed.processId, documentId } }),
    ).toBe('TENANT_MOVED');
    const { page } = await Visitor.arrive(browser, lacre.origin, PHONE);
    await page.goto(`${lacre.origin}/validate?code=${code}`);
    await page.waitForURL(`${target.address}/**`);
    await page.close();
  }, 60_000);

  it('opens no more work, and is absent from the map of this installation', async () => {
    const { pool, tenantId, domain, lacre } = stage;
    await until('no open work', async () =>
      (await openJobsOfTenant(pool, tenantId)).open === 0 ? true : undefined,
    );
    const store = await createPostgresEventStore({ pool });
    expect(await listLoginDomains(store, lacre.origin)).not.toContain(domain);
    await store.close();
  });
});
