import { describe, expect, it } from 'vitest';

import { PHONE, PLAN, useAsked } from '../../browser/use-asked.ts';
import { readCode } from '../../support/mailbox.ts';

const EXTRAS = { question: 'Quais opcionais?', options: ['Seguro', 'Guincho'], minimum: 0, maximum: 2 };
const HERE = { latitude: -23.5505, longitude: -46.6333 };

declare global {
  interface Window {
    /** Has the device say where it is, once it was asked. */
    answerLocation?: () => void;
  }
}

const { product, asked, evidence } = useAsked();

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
    await page.getByRole('button', { name: 'Assinar todos (2)' }).waitFor();
    await ana.signs();
    expect((await evidence(processId))?.selection).toEqual({ question: 'Qual plano?', chosen: ['Anual'] });
    expect(await visitor.leaves()).toEqual([]);
  }, 60_000);
});

describe('how the signature looks', () => {
  it('is the name by default', async () => {
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
    await change.and(page.locator(':focus')).waitFor();
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
    // Not before it is allowed: the browser has not asked yet.
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

  it('says what to do when the device gives no location', async () => {
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

describe('an optional location', () => {
  it.each([
    ['is not asked of the browser unless the person says so', undefined, [{ kind: 'email-code' }]],
    ['is recorded when the browser gives it', HERE, [{ kind: 'email-code' }, { kind: 'location' }]],
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

  it('that arrives after the dialog was closed signs nothing, and one that never arrives does not block', async () => {
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
