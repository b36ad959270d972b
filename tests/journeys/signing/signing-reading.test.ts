import { describe, expect, it } from 'vitest';

import { ScreenReader } from '../../browser/screen-reader.ts';
import { PLAN, useAsked } from '../../browser/use-asked.ts';

const { asked, evidence } = useAsked();

/** A reader pauses who turns no page for this long, with room for the browser's own time, milliseconds. */
const PAUSE_MS = 1000;

describe('a participant', () => {
  it('who comes before their turn is asked to wait', async () => {
    const { ana, visitor, page } = await asked({ second: true });
    await ana.signsIn();
    await visitor.sees('not yet', 'Ainda não é a sua vez');
    await page.reload();
    await visitor.sees('not yet', 'Ainda não é a sua vez');
    expect(await visitor.leaves()).toEqual([]);
  });

  it('who opens a link of another session is asked to identify again', async () => {
    const { ana, visitor, page } = await asked({});
    await ana.identifies();
    const address = new URL(page.url());
    address.searchParams.set('process', '00000000-0000-4000-8000-000000000000');
    await visitor.open(`${address.pathname}${address.search}`);
    await visitor.sees('not yours', 'Este pedido não está nesta sessão');
    await visitor.press('Confirmar de novo quem sou');
    await visitor.reads('Este link não leva a nenhum pedido');
    const [refusal = '', ...others] = await visitor.leaves();
    expect(refusal).toMatch(/^404 GET .api.signature.invitation.0{8}-/);
    expect(others).toEqual([]);
  });
});

describe('reading', () => {
  it('resumes at the page where it stopped, and counts pages seen before', async () => {
    const { ana, visitor, page } = await asked({ pages: 6 });
    await ana.identifies();
    await visitor.reads(/^1 de 6 páginas vistas/);
    for (const seen of [2, 3]) {
      await visitor.press('Próxima página');
      await visitor.reads(new RegExp(`^${seen} de 6 páginas vistas`));
    }
    await page.reload();
    await visitor.reads(/^3 de 6 páginas vistas/);
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /3 de 6/ })
      .waitFor();
    await ana.turnsPages();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('says how much was seen where it pauses and once it is all, not with every page', async () => {
    const { ana, visitor, page } = await asked({ pages: 6 });
    await ScreenReader.attach(visitor);
    await page.reload();
    await ana.identifies();
    await visitor.reads(/^1 de 6 páginas vistas/);
    let slow = 0;
    for (const seen of [2, 3, 4]) {
      const before = performance.now();
      await visitor.press('Próxima página');
      await visitor.reads(new RegExp(`^${seen} de 6 páginas vistas\\. `));
      if (performance.now() - before > PAUSE_MS) slow += 1;
    }
    const said = async (text: RegExp) =>
      ((await page.evaluate(() => window.announced)) ?? []).filter((each) => text.test(each));
    await expect.poll(() => said(/^4 de 6 páginas vistas$/)).toHaveLength(1);
    expect((await said(/páginas? vistas?$/)).length).toBeLessThanOrEqual(1 + slow);
    await ana.turnsPages();
    await expect.poll(() => said(/^Todas as páginas foram vistas$/)).toHaveLength(1);
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
