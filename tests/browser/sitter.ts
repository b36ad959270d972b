import type { FacePose } from '@lacre/contracts';
import { portrait, type Portrait, type SamplePerson } from '@lacre/signer/testing/face-pictures';
import type { Page } from 'playwright-core';

/** What the page asks for, by its words. */
const ASKED: readonly (readonly [FacePose, RegExp])[] = [
  ['centre', /Olhe de frente/],
  ['left', /Vire o rosto para a sua esquerda/],
  ['right', /Vire o rosto para a sua direita/],
  ['smile', /Sorria/],
];

/** As `posed` of the signer's own tests: what a picture is changed by to show a pose. */
const turned = (of: SamplePerson, pose: FacePose): Portrait =>
  pose === 'left' ? { turn: of === 'ana' ? 0.7 : 0.5 } : pose === 'right' ? { turn: -0.35 } : {};

declare global {
  interface Window {
    /** Shows a picture to the camera; it flickers, as light does. */
    showToCamera?: (address: string) => Promise<void>;
  }
}

/**
 * Somebody before the camera of a page. The camera is the page's own canvas, since Chromium's device plays one file from
 * the beginning of the browser to its end; it is also how anybody may put pictures before the product.
 */
export class Sitter {
  readonly #page: Page;
  readonly #pictures = new Map<string, string>();

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page is opened. */
  static async sit(page: Page): Promise<Sitter> {
    await page.addInitScript(() => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const context = canvas.getContext('2d');
      let shown: ImageBitmap | undefined;
      let light = 0;
      setInterval(() => {
        if (shown === undefined || context === null) return;
        context.drawImage(shown, 0, 0);
        light = (light + 1) % 10;
        context.fillStyle = `rgb(255 255 255 / ${light / 200})`;
        context.fillRect(0, 0, 640, 480);
      }, 60);
      window.showToCamera = async (address) => {
        const bytes = Uint8Array.from(atob(address), (letter) => letter.codePointAt(0) ?? 0);
        shown = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      };
      navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
    });
    return new Sitter(page);
  }

  async shows(of: SamplePerson, how: Portrait = {}): Promise<void> {
    const key = JSON.stringify([of, how]);
    const picture = this.#pictures.get(key) ?? (await portrait(of, how)).toString('base64');
    this.#pictures.set(key, picture);
    await this.#page.evaluate((address) => window.showToCamera?.(address), picture);
  }

  /** Does what the page asks until `done` is there. */
  async follows(of: SamplePerson, done: () => Promise<boolean>): Promise<void> {
    let last: FacePose | undefined;
    while (!(await done())) {
      const text =
        (await this.#page
          .locator('[data-face-prompt]')
          .textContent({ timeout: 500 })
          .catch(() => '')) ?? '';
      const pose = ASKED.find(([, words]) => words.test(text))?.[0];
      if (pose !== undefined && pose !== last) {
        await this.shows(of, turned(of, pose));
        last = pose;
      }
      await this.#page.waitForTimeout(50);
    }
  }
}
