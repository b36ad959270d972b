import type { FacePose } from '@lacre/contracts';
import {
  LATER,
  portrait,
  posed,
  type Portrait,
  type SamplePerson,
} from '@lacre/signer/testing/face/face-pictures';
import type { Page } from 'playwright-core';

/** What the page asks for, by its words. */
const ASKED: readonly (readonly [FacePose, RegExp])[] = [
  ['centre', /Olhe de frente/],
  ['left', /Vire o rosto para a sua esquerda/],
  ['right', /Vire o rosto para a sua direita/],
  ['smile', /Sorria/],
];

declare global {
  interface Window {
    /** Shows a picture to the camera; it sways and flickers, as people and light do. */
    showToCamera?: (address: string) => Promise<void>;
    /** The camera that is open. */
    openedCamera?: MediaStream;
  }
}

/**
 * A person before the camera of a page. The camera is the page's own canvas, since Chromium's device plays one file from
 * the beginning of the browser to its end; it is also how an attacker may inject pictures.
 */
export class Sitter {
  readonly #page: Page;

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
      let moment = 0;
      setInterval(() => {
        if (shown === undefined || context === null) return;
        // In no place again within as many pictures as are kept to be compared with.
        moment = (moment + 1) % 36;
        const [x, y] = [2 * (moment % 6), 2 * Math.floor(moment / 6)];
        context.drawImage(shown, -x, -y, 650, 490);
        context.fillStyle = `rgb(255 255 255 / ${(moment % 10) / 200})`;
        context.fillRect(0, 0, 640, 480);
      }, 60);
      window.showToCamera = async (address) => {
        const bytes = Uint8Array.from(atob(address), (letter) => letter.codePointAt(0) ?? 0);
        shown = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
      };
      navigator.mediaDevices.getUserMedia = async () => (window.openedCamera = canvas.captureStream(20));
    });
    return new Sitter(page);
  }

  async shows(of: SamplePerson, how: Portrait = {}): Promise<void> {
    await this.showsPicture(await portrait(of, how));
  }

  /** Whatever is in it. */
  async showsPicture(jpeg: Buffer): Promise<void> {
    await this.#page.evaluate((address) => window.showToCamera?.(address), jpeg.toString('base64'));
  }

  /** The camera is there no more. */
  async unplugs(): Promise<void> {
    await this.#page.evaluate(() => {
      for (const track of window.openedCamera?.getTracks() ?? []) track.stop();
    });
  }

  /** Looks at another page, or at this one again: Chromium without a screen never hides one by itself. */
  async turnsAway(away: boolean): Promise<void> {
    await this.#page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }, away);
  }

  /** What the page asks for now. */
  async asked(): Promise<FacePose | undefined> {
    const prompt = this.#page.locator('[data-face-prompt]');
    const text = (await prompt.textContent({ timeout: 500 }).catch(() => '')) ?? '';
    return ASKED.find(([, words]) => words.test(text))?.[0];
  }

  /** Holds a pose, whatever is asked; as at another time than that of the enrolment, once it is over. */
  async poses(of: SamplePerson, pose: FacePose): Promise<void> {
    const isLater = await this.#page.getByText('Agora confira o seu rosto').isVisible();
    await this.shows(of, { ...(isLater ? LATER : {}), ...posed(of, pose) });
  }

  /** Does what the page asks until `done` is there. */
  async follows(of: SamplePerson, done: () => Promise<boolean>): Promise<void> {
    let last: FacePose | undefined;
    while (!(await done())) {
      const pose = await this.asked();
      if (pose !== undefined && pose !== last) {
        await this.poses(of, pose);
        last = pose;
      }
      await this.#page.waitForTimeout(50);
    }
  }
}
