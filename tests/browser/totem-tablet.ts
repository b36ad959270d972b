import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

import { readCode } from '../support/mailbox.ts';
import type { Person } from '../support/scenario.ts';
import { Visitor, type VisitorOptions } from './visitor.ts';

declare global {
  interface Window {
    /** Of every camera that the page opened. */
    cameraTracks?: MediaStreamTrack[];
  }
}

/** A request that the network swallowed: what the page makes of it is what is looked at. */
const SWALLOWED = /net::ERR_INTERNET_DISCONNECTED/;

/** A tenant's tablet, and the person before it. */
export class TotemTablet {
  readonly visitor: Visitor;

  private constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  static async arrive(browser: Browser, origin: string, options: VisitorOptions = {}): Promise<TotemTablet> {
    const viewport = { width: 768, height: 1024 };
    return new TotemTablet(await Visitor.arrive(browser, origin, { viewport, hasTouch: true, ...options }));
  }

  /** Its user signs in at it, once, and gives it a name. @param waitsFor heading of its idle screen */
  async isRegistered(
    user: { email: string; password: string },
    name: string,
    waitsFor = 'Boas-vindas!',
  ): Promise<void> {
    const { visitor } = this;
    await visitor.open('/login');
    await visitor.fill('Email', user.email);
    await visitor.fill('Senha', user.password);
    await visitor.press('Entrar');
    await visitor.sees('totem, register', 'Usar este aparelho como totem');
    await visitor.fill('Nome do totem', name);
    await visitor.press('Registrar e começar');
    await this.isIdle(waitsFor);
  }

  async isIdle(heading = 'Boas-vindas!'): Promise<void> {
    await this.visitor.sees(`totem, idle: ${heading}`, heading);
  }

  /** From the next page on: whether a camera that was opened is still on. After whatever stands in for the camera. */
  async watchesItsCamera(): Promise<void> {
    await this.visitor.page.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      window.cameraTracks = [];
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await open(constraints);
        window.cameraTracks?.push(...stream.getTracks());
        return stream;
      };
    });
  }

  /** What has become of every camera that was opened. */
  cameraStates(): Promise<string[]> {
    return this.visitor.page.evaluate(() => (window.cameraTracks ?? []).map(({ readyState }) => readyState));
  }

  /** Key by key, on the screen. */
  async types(digits: string): Promise<void> {
    const pad = this.visitor.page.getByRole('group', { name: 'Teclado numérico' });
    for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
  }

  /** From the first touch until the code was sent. */
  async asksForCode({ cpf }: Pick<Person, 'cpf'>): Promise<void> {
    const { visitor } = this;
    await visitor.press('Tocar para começar');
    await visitor.sees('totem, CPF', 'Qual é o seu CPF?');
    await this.types(cpf);
    await visitor.press('Continuar');
    await visitor.sees('totem, code', 'Digite o código');
  }

  /** From the first touch to what there is to sign. */
  async letsIn(person: Person): Promise<void> {
    const since = new Date();
    await this.asksForCode(person);
    await this.types(await readCode(this.visitor.origin, person.email, since));
    await this.visitor.page.getByRole('button', { name: 'Encerrar' }).waitFor();
  }

  /** Nothing of the person is left: neither on the screen, nor in what the browser keeps. */
  async holdsNothingOf({ name, cpf, email, personId }: Person): Promise<void> {
    const kept = await this.visitor.page.evaluate(() =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        document.documentElement.outerHTML,
        document.title,
        window.history.state,
      ]),
    );
    const formatted = cpf.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    const left = [name, cpf, formatted, email, personId, 'personSession', 'signatureMark', 'actCode'].filter(
      (secret) => kept.includes(secret),
    );
    expect(left).toEqual([]);
    // Nor does what they were asked to sign name the page.
    expect(await this.visitor.page.title()).toMatch(/^Totem/);
    expect(await this.visitor.page.locator('video').count()).toBe(0);
  }

  /** As `Visitor.leaves`, but for what the network swallowed. */
  async leaves(): Promise<string[]> {
    return (await this.visitor.leaves()).filter((fault) => !SWALLOWED.test(fault));
  }
}
