import { beforeAll, describe, expect, it } from 'vitest';

import { Participant } from '../../browser/participant.ts';
import { useProduct } from '../../browser/product.ts';
import { Visitor, type VisitorOptions } from '../../browser/visitor.ts';
import { evidenceOf } from '../../support/evidence-of.ts';
import { readCode } from '../../support/mailbox.ts';
import { samplePdf } from '../../support/pdfs.ts';
import { addPerson, openAccount, processWhen, uploadProof, type Account } from '../../support/scenario.ts';

const PHONE: VisitorOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const PLAN = { question: 'Qual plano?', options: ['Mensal', 'Anual', 'Nenhum'], minimum: 1, maximum: 1 };
const EXTRAS = { question: 'Quais opcionais?', options: ['Seguro', 'Guincho'], minimum: 0, maximum: 2 };
const HERE = { latitude: -23.5505, longitude: -46.6333 };

declare global {
  interface Window {
    /** Has the device say where it is, once it was asked. */
    answerLocation?: () => void;
  }
}

const product = useProduct();
let account: Account;

beforeAll(async () => {
  account = await openAccount(product.lacre.origin);
}, 120_000);

interface Asking {
  selections?: readonly object[];
  requirements?: { location?: boolean; locationOptional?: boolean; code?: boolean };
  options?: VisitorOptions;
  pages?: number;
  /** Somebody signs before them. */
  second?: boolean;
}

/** Somebody asked to sign, at their list, with one document for each selection, or one without. */
async function asked({
  selections = [],
  requirements = {},
  options = PHONE,
  pages = 1,
  second = false,
}: Asking) {
  const person = await addPerson(account.api, 'Ana Beatriz Souza Lima');
  const documents = [];
  for (const [index, selection] of (selections.length === 0 ? [undefined] : selections).entries()) {
    const { proof } = await uploadProof(
      account.api,
      await samplePdf({ pages }),
      `documento ${index + 1}.pdf`,
    );
    documents.push({ proof, ...(selection === undefined ? {} : { selection }) });
  }
  const first = second ? await addPerson(account.api, 'Rui Barbosa') : undefined;
  const { processId } = await account.api.call('createProcess', {
    body: {
      summary: 'Contrato anual',
      companyId: account.companyId,
      documents,
      participants: [
        ...(first === undefined ? [] : [{ personId: first.personId, part: 'signer' }]),
        {
          personId: person.personId,
          part: 'signer',
          requirements: { location: false, ...requirements },
          ...(second ? { group: 2 } : {}),
        },
      ],
    },
  });
  const visitor = await Visitor.arrive(product.browser, product.lacre.origin, options);
  const ana = new Participant(visitor, person);
  await ana.opensLink(processId, person.personId);
  return { ana, person, processId, visitor, page: visitor.page };
}

/** What the sealed document says of the only participant. */
async function evidence(processId: string) {
  const { documents } = await processWhen(account.api, processId, ({ status }) => status === 'finished');
  const documentId = documents[0]?.documentId ?? '';
  const { participants } = await evidenceOf(
    await account.api.bytes('downloadSealed', { processId, documentId }),
  );
  return participants[0];
}

describe('questions in documents', () => {
  it('are asked after reading, one at a time, and the answers outlive a reload', async () => {
    const { ana, processId, visitor, page } = await asked({ selections: [PLAN, EXTRAS] });
    await ana.identifies();
    await ana.readsAll(2);
    await visitor.reads('0 de 2 respondidas');
    await visitor.inspects('questions to answer');
    await visitor.press('Responder a próxima');
    await visitor.sees('question, one option', 'Qual plano?');
    await visitor.press('Confirmar resposta');
    await page.getByRole('alert').getByText('Escolha uma opção.').waitFor();
    await page.getByRole('radio', { name: 'Anual' }).check();
    await visitor.press('Confirmar resposta');
    await visitor.reads('1 de 2 respondidas');
    await page.reload();
    await visitor.reads('1 de 2 respondidas');
    await visitor.press('Responder a próxima');
    await visitor.sees('question, several options', 'Quais opcionais?');
    await visitor.press('Continuar sem responder');
    await visitor.reads('Nenhuma das opções');
    await visitor.press('Mudar a resposta de documento 2.pdf');
    await page.getByRole('checkbox', { name: 'Guincho' }).check();
    await visitor.press('Confirmar resposta');
    await page.getByRole('button', { name: 'Assinar 2 documentos' }).waitFor();
    await ana.signs();
    expect((await evidence(processId))?.selection).toEqual({ question: 'Qual plano?', chosen: ['Anual'] });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('how the signature looks', () => {
  it('is the name unless somebody chooses otherwise', async () => {
    const { ana, processId, visitor } = await asked({});
    await ana.identifies();
    await ana.readsAll(1);
    await visitor.inspects('before signing');
    await ana.signs();
    expect((await evidence(processId))?.mark).toEqual({ style: 'upright', drawing: null });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('is another letter, chosen by the keyboard', async () => {
    const { ana, processId, visitor, page } = await asked({ options: {} });
    await ana.identifies();
    await ana.readsAll(1);
    const change = page.getByRole('button', { name: 'Mudar como a assinatura aparece' });
    await change.focus();
    await page.keyboard.press('Enter');
    await visitor.sees('mark, typed', 'Como a sua assinatura aparece');
    await page.getByRole('radio', { name: 'Letra reta' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Usar esta assinatura' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await change.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.reload();
    await page.locator('[data-mark=flourish]').waitFor();
    await ana.signs();
    expect((await evidence(processId))?.mark).toEqual({ style: 'flourish', drawing: null });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);

  it('is drawn, taken back, and drawn again', async () => {
    const { ana, processId, visitor, page } = await asked({ options: {} });
    await ana.identifies();
    await ana.readsAll(1);
    await visitor.press('Mudar como a assinatura aparece');
    await page.getByText('Desenhar', { exact: true }).click();
    await visitor.inspects('mark, drawn');
    await visitor.press('Usar esta assinatura');
    await visitor.reads('Desenhe a assinatura no quadro, ou use o seu nome.');
    const box = await page.getByRole('img', { name: 'Área para desenhar a assinatura' }).boundingBox();
    if (box === null) throw new Error('no pad');
    const stroke = async (points: readonly (readonly [number, number])[]) => {
      for (const [index, [x, y]] of points.entries()) {
        await page.mouse.move(box.x + x * box.width, box.y + y * box.height, { steps: 4 });
        if (index === 0) await page.mouse.down();
      }
      await page.mouse.up();
    };
    await stroke([
      [0.1, 0.7],
      [0.3, 0.2],
      [0.5, 0.8],
    ]);
    await stroke([
      [0.2, 0.9],
      [0.9, 0.9],
    ]);
    await visitor.press('Desfazer');
    await visitor.press('Usar esta assinatura');
    await page.locator('[data-mark=drawn]').waitFor();
    await page.reload();
    await page.locator('[data-mark=drawn]').waitFor();
    await ana.signs();
    const mark = (await evidence(processId))?.mark;
    expect(mark?.style).toBe('drawn');
    // One stroke, from where the pen touched to where it was lifted, in the units of the box.
    expect(mark?.drawing).toMatch(/^M60 140L[\dL ]*300 160$/);
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('what is asked at the act itself', () => {
  it('is explained first, given one at a time, and typed where it was after a reload', async () => {
    const { ana, person, processId, visitor, page } = await asked({
      requirements: { code: true, location: true },
      options: { ...PHONE, geolocation: HERE },
    });
    await ana.identifies();
    await ana.readsAll(1);
    await visitor.reads('Ao assinar, vamos pedir');
    await visitor.inspects('before signing, with proofs');
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await visitor.sees('proof, code', 'Um código só para esta assinatura');
    await visitor.reads('Passo 1 de 2');
    const since = new Date();
    await visitor.press('Enviar o código');
    await page.getByLabel('Código de 6 números').waitFor();
    const code = await readCode(product.lacre.origin, person.email, since);
    await page.reload();
    await visitor.fill('Código de 6 números', '000000');
    // Not before it is allowed: the browser has asked nobody yet.
    await visitor.sees('proof, location', 'A sua localização');
    await page.context().grantPermissions(['geolocation']);
    await visitor.press('Permitir e continuar');
    await visitor.reads('Código incorreto ou vencido. Confira e tente de novo. Peça outro código.');
    await visitor.inspects('proof, code refused');
    const again = new Date();
    await visitor.press('Enviar o código');
    await visitor.fill('Código de 6 números', await readCode(product.lacre.origin, person.email, again));
    expect(code).toMatch(/^\d{6}$/);
    await visitor.sees('signed', 'Tudo assinado e selado');
    expect(await evidence(processId)).toMatchObject({
      methods: [{ kind: 'email-code' }, { kind: 'location' }],
      client: { latitude: '-23.5505', longitude: '-46.6333' },
    });
    expect(await visitor.leaves()).toEqual(['401 POST /api/signature/sign']);
  }, 60_000);

  it('says what to do when the device does not tell where it is', async () => {
    const { ana, visitor, page } = await asked({ requirements: { location: true } });
    await ana.identifies();
    await ana.readsAll(1);
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await visitor.sees('proof, location', 'A sua localização');
    await visitor.press('Permitir e continuar');
    await visitor.reads('Falta a sua localização');
    await visitor.inspects('proof, location refused');
    await visitor.press('Agora não');
    await page.getByRole('button', { name: 'Assinar documento' }).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('a location that may be kept to oneself', () => {
  it.each([
    ['is not asked of the browser unless the person says so', undefined, [{ kind: 'email-code' }]],
    ['is recorded when it is told', HERE, [{ kind: 'email-code' }, { kind: 'location' }]],
  ])(
    '%s',
    async (_, geolocation, methods) => {
      const { ana, processId, visitor, page } = await asked({
        requirements: { locationOptional: true },
        options: {
          ...PHONE,
          ...(geolocation === undefined ? {} : { geolocation, permissions: ['geolocation'] }),
        },
      });
      await ana.identifies();
      await ana.readsAll(1);
      await visitor.reads('Você pode assinar sem informar.');
      await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
      await visitor.press('Assinar documento');
      await visitor.sees('proof, location, optional', 'A sua localização, se quiser');
      if (geolocation === undefined) {
        await visitor.press('Permitir e continuar');
        await visitor.reads('Ou assine sem informar onde está.');
        await visitor.press('Assinar sem informar onde estou');
      } else await visitor.press('Permitir e continuar');
      await visitor.sees('signed', 'Tudo assinado e selado');
      expect(await evidence(processId)).toMatchObject({ methods });
      expect(await visitor.leaves()).toEqual([]);
    },
    60_000,
  );

  it('that comes after the dialog was closed signs nothing, and one that never comes is not waited for', async () => {
    const { ana, visitor, page } = await asked({ requirements: { locationOptional: true }, options: PHONE });
    await ana.identifies();
    await page.evaluate(() => {
      navigator.geolocation.getCurrentPosition = (answer) => {
        window.answerLocation = () =>
          answer({ coords: { latitude: -23.5, longitude: -46.6 } } as GeolocationPosition);
      };
    });
    await ana.readsAll(1);
    await page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.press('Assinar documento');
    await visitor.press('Permitir e continuar');
    await page.getByRole('button', { name: 'Localizando…' }).waitFor();
    await visitor.press('Agora não');
    const lookedUp = page.waitForResponse((answer) => answer.url().includes('/place'));
    await page.evaluate(() => window.answerLocation?.());
    await lookedUp;
    await visitor.press('Assinar documento');
    await visitor.press('Permitir e continuar');
    await page.getByRole('button', { name: 'Localizando…' }).waitFor();
    await visitor.press('Assinar sem informar onde estou');
    await visitor.sees('signed', 'Tudo assinado e selado');
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('a page for whoever', () => {
  it('comes before their turn', async () => {
    const { ana, visitor, page } = await asked({ second: true });
    await ana.signsIn();
    await visitor.sees('not yet', 'Ainda não é a sua vez');
    await page.reload();
    await visitor.sees('not yet', 'Ainda não é a sua vez');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('opens a link that is not theirs, and lets them come in as somebody else', async () => {
    const { ana, visitor, page } = await asked({});
    await ana.identifies();
    const address = new URL(page.url());
    address.searchParams.set('process', '00000000-0000-4000-8000-000000000000');
    await visitor.open(`${address.pathname}${address.search}`);
    await visitor.sees('not yours', 'Este pedido não está nesta sessão');
    await visitor.press('Confirmar de novo quem sou');
    await visitor.sees('identify, CPF', 'Confirme quem você é');
    expect(await visitor.leaves()).toEqual([]);
  });
});

describe('reading', () => {
  it('goes on at the page where it stopped, and counts what was seen before', async () => {
    const { ana, visitor, page } = await asked({ pages: 6 });
    await ana.identifies();
    await visitor.press('Ler antes de assinar');
    await visitor.reads(/^1 de 6 páginas vistas/);
    for (const seen of [2, 3]) {
      await visitor.press('Próxima página');
      await visitor.reads(new RegExp(`^${seen} de 6 páginas vistas`));
    }
    await page.reload();
    await visitor.reads(/^3 de 6 páginas vistas/);
    await page.getByRole('toolbar').getByText('3 de 6').waitFor();
    await ana.turnsPages();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('keeps what was read, chosen, drawn and written when the session ends', async () => {
    const { ana, person, processId, visitor, page } = await asked({ selections: [PLAN] });
    const asksAgain = async () => {
      await visitor.reads('Sua sessão terminou');
      await ana.signsIn(person.cpf);
    };
    /** As when its time is over: the page asks how things stand, and is refused. */
    const refused = async () => {
      const asking = /\/api\/signature(?:\?|$)/;
      await page.route(asking, (route) =>
        route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer x' } }),
      );
      await visitor.reads('Sua sessão terminou');
      await page.unroute(asking);
    };
    await ana.identifies();
    await ana.readsAll(1);
    await visitor.press('Responder a pergunta');
    await page.getByRole('radio', { name: 'Mensal' }).check();
    // As after a night: what the tab holds is no good any more.
    await page.evaluate(() => {
      const held = JSON.parse(sessionStorage.getItem('personSession') ?? '{}') as { token: string };
      sessionStorage.setItem('personSession', JSON.stringify({ ...held, token: `${held.token}x` }));
    });
    await page.reload();
    await visitor.inspects('identify, session over');
    await asksAgain();
    expect(await page.getByRole('radio', { name: 'Mensal' }).isChecked()).toBe(true);
    await visitor.press('Confirmar resposta');

    await visitor.press('Mudar como a assinatura aparece');
    await page.getByText('Desenhar', { exact: true }).click();
    const box = await page.getByRole('img', { name: 'Área para desenhar a assinatura' }).boundingBox();
    if (box === null) throw new Error('no pad');
    // The pen is still down when the page goes.
    await page.mouse.move(box.x + 0.1 * box.width, box.y + 0.7 * box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.2 * box.height, { steps: 4 });
    await refused();
    await page.mouse.up();
    await asksAgain();
    await visitor.press('Usar esta assinatura');
    await page.locator('[data-mark=drawn]').waitFor();

    await visitor.press('Recusar');
    await visitor.fill('Motivo', 'O valor da cláusula 3 mudou');
    await refused();
    await asksAgain();
    const reason = page.getByLabel('Motivo');
    await reason.waitFor();
    expect(await reason.inputValue()).toBe('O valor da cláusula 3 mudou');
    await visitor.press('Voltar');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await ana.signs();
    expect((await evidence(processId))?.mark?.drawing).toMatch(/^M60 140L[\dL ]*300 40$/);
    expect(new Set(await visitor.leaves())).toEqual(new Set(['401 GET /api/signature']));
  }, 60_000);
});
