import type { Page } from 'playwright-core';

import { readCode } from '../support/mailbox.ts';
import { until } from '../support/until.ts';
import type { Someone } from './requester.ts';
import type { Visitor } from './visitor.ts';

/** Whether some canvas on the page shows more than one colour: a page of a PDF was drawn. */
const isDrawn = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('[data-page] canvas')].some((canvas) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data;
      return pixels !== undefined && new Set(new Uint32Array(pixels.buffer)).size > 1;
    }),
  );

/** For what a slow machine shows late. */
const PATIENCE_MS = 20_000;

/** A person who is asked to sign, from the message to the end. */
export class Participant {
  readonly visitor: Visitor;
  readonly person: Someone;

  constructor(visitor: Visitor, person: Someone) {
    this.visitor = visitor;
    this.person = person;
  }

  /** Finds the invitation at /dev/mailbox and follows its link. */
  async opensInvitation(processId: string): Promise<void> {
    const { visitor } = this;
    const { page } = visitor;
    const invitation = page.getByRole('listitem').filter({ hasText: this.person.email });
    await until(
      'the invitation in the mailbox',
      async () => {
        await visitor.open(`/dev/mailbox?search=${encodeURIComponent(this.person.email)}`);
        return (await invitation.count()) > 0 || undefined;
      },
      PATIENCE_MS,
    );
    await visitor.sees('mailbox', 'Caixa de mensagens');
    await invitation.first().getByRole('link').click();
    const message = page.frameLocator('iframe');
    await message.getByRole('link').first().click();
    await page.waitForURL(new RegExp(`/document\\?process=${processId}`));
  }

  /** By the link itself, which the requester may also hand over. */
  async opensLink(processId: string, personId: string): Promise<void> {
    await this.visitor.open(`/document?process=${processId}&person=${personId}`);
  }

  async asksForCode(cpf = this.person.cpf): Promise<void> {
    const { visitor } = this;
    await visitor.sees('identify, CPF', 'Confirme quem você é');
    // A device that came in before goes on with the last digit.
    const goesOn = await visitor.page.evaluate(() => localStorage.getItem('comesInWithoutCode') === 'true');
    await visitor.fill('Seu CPF', cpf);
    if (!goesOn) await visitor.press('Receber código');
  }

  /** CPF, and the code unless the device is known by now. */
  async signsIn(cpf = this.person.cpf): Promise<void> {
    const since = new Date();
    await this.asksForCode(cpf);
    const { page, origin } = this.visitor;
    const code = page.getByLabel('Código de 6 números');
    const asking = page.getByLabel('Seu CPF', { exact: true });
    // A known device goes on at once, so that neither may ever be seen here.
    await until(
      'the code or what follows it',
      async () => (await code.isVisible()) || !(await asking.isVisible()) || undefined,
      PATIENCE_MS,
    );
    if (!(await code.isVisible())) return;
    await this.visitor.sees('identify, code', 'Digite o código');
    await code.fill(await readCode(origin, this.person.email, since));
  }

  /** CPF and code, up to what there is to sign, or (`ended`) what became of it. */
  async identifies({ ended = false }: { ended?: boolean } = {}): Promise<void> {
    await this.signsIn();
    const region = ended ? 'Documentos' : 'Próximo passo';
    await this.visitor.page.getByRole('region', { name: region }).waitFor();
  }

  /** Reads every document to the last, each drawn before it counts. */
  async readsAll(count: number): Promise<void> {
    const { visitor } = this;
    // One alone opens by itself, but for a totem; several are a list first.
    const isTotem = await visitor.page.evaluate(() => localStorage.getItem('totem') !== null);
    if (count > 1 || isTotem) {
      await visitor.inspects('request, unread');
      await visitor.press(/Ler antes de assinar|Ler o próximo/);
    }
    for (let read = 0; read < count; read += 1) {
      const dialog = visitor.page.getByRole('dialog');
      await dialog.getByText(new RegExp(`Documento ${read + 1} de`)).waitFor();
      await isDrawn(visitor.page);
      await dialog.getByRole('button', { name: 'Li o documento' }).waitFor();
      if (read === 0) await visitor.inspects('reading');
      await this.turnsPages();
      await visitor.press(/^Li o documento/);
    }
    await visitor.page
      .getByText('Lido', { exact: true })
      .nth(count - 1)
      .waitFor();
  }

  /** Page after page, each waited for as a reader does, until all of them were shown. */
  async turnsPages(): Promise<void> {
    const dialog = this.visitor.page.getByRole('dialog');
    const read = dialog.getByRole('button', { name: 'Li o documento' });
    const seen = dialog.getByText(/páginas? vistas?\./);
    // Either all pages were shown, or the text says how many were; on a slow machine neither is shown yet.
    const progress = async () => ((await read.isEnabled()) ? 'all' : seen.textContent({ timeout: 1000 }));
    const progressBeyond = (isBefore: (told: string | null) => boolean) =>
      until(
        'the next page',
        async () => {
          const told = await progress();
          return isBefore(told) ? undefined : told;
        },
        PATIENCE_MS,
      );
    let before = await progressBeyond((told) => told?.startsWith('0 de') === true);
    while (before !== 'all') {
      await dialog.getByRole('button', { name: 'Próxima página' }).click();
      const last = before;
      before = await progressBeyond((told) => told === last);
    }
  }

  /** Consents and signs; a heading shows the end. */
  async signs(): Promise<void> {
    const { visitor } = this;
    await visitor.page.getByRole('checkbox', { name: /Li e concordo/ }).check();
    await visitor.inspects('request, read');
    await visitor.press(/^Assinar /);
    await visitor.sees('signed', /Você assinou|Todos assinaram|Tudo assinado e selado/);
  }
}
