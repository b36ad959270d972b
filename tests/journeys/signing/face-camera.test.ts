import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FacePose } from '@lacre/contracts';
import { groupPicture, plainPicture, portrait } from '@lacre/signer/testing/face/face-pictures';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { launchChromium } from '../../browser/chromium.ts';
import { arrive, askForFace, toEnrolment, type Asked } from '../../browser/face-stage.ts';
import { failing } from '../../browser/failures.ts';
import { Sitter } from '../../browser/sitter.ts';
import { type VisitorOptions } from '../../browser/visitor.ts';
import { startClockedLacre, type ClockedLacre } from '../../support/clocked-lacre.ts';
import { openAccount, type Account } from '../../support/scenario.ts';

let browser: Browser;
let lacre: ClockedLacre;
let account: Account;
/** A person with no face enrolled, for what ends before one is. */
let newcomer: Asked;
beforeAll(async () => {
  [browser, lacre] = await Promise.all([launchChromium(), startClockedLacre()]);
  account = await openAccount(lacre.origin);
  newcomer = await askForFace(account);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await lacre.dispose();
});

/** More than a step may take, in days. */
const A_STEP = 11 / (24 * 3600);
const NOBODY_THERE = 'Não foi possível confirmar que há uma pessoa diante da câmera';
const DOWN = 'O reconhecimento facial não respondeu. Tente de novo.';

/** A dialog that has asked for the first pose. */
async function beforeTheCamera(by: Browser = browser, options: VisitorOptions = {}) {
  const at = await arrive(by, newcomer, { accessibility: false, ...options });
  const sitter = by === browser ? await Sitter.sit(at.page) : undefined;
  await at.visitor.open(`/document/face${at.link}`);
  await toEnrolment(at);
  return { ...at, sitter };
}

/** The time for a step passes: while a picture is being judged it does not count, so more than once if need be. */
async function runsOut(page: Page): Promise<void> {
  const isOver = () => {
    lacre.advance(A_STEP);
    return page.getByText(NOBODY_THERE).isVisible();
  };
  await expect.poll(isOver, { timeout: 20_000, interval: 250 }).toBe(true);
}

const STILL_LOOKING = {
  state: 'going-on',
  step: { number: 1, of: 4, pose: 'centre', secondsLeft: 10 },
  counted: false,
  advice: null,
  adviceText: null,
};

const BUSY = (route: Route) =>
  route.fulfill({
    status: 502,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      status: 502,
      code: 'FACE_SERVICE_ERROR',
      title: DOWN,
      instance: 'pedido-0001',
    }),
  });

/** How much of it is in the viewport, of 1. */
const shareInSight = (part: Locator): Promise<number> =>
  part.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const observer = new IntersectionObserver(([seen]) => {
          observer.disconnect();
          resolve(seen?.intersectionRatio ?? 0);
        });
        observer.observe(element);
      }),
  );

describe('a camera', { timeout: 120_000 }, () => {
  it('says what is wrong with what it shows: no face, several, too dark; and that the service is down', async () => {
    const { visitor, page, sitter } = await beforeTheCamera();
    const prompt = page.locator('[data-face-prompt]');
    const shown = [
      [await plainPicture(), /Não vemos o seu rosto/],
      [await groupPicture(), /Há mais de um rosto/],
      [await portrait('eva', { brightness: 0.25 }), /Está escuro/],
      [await portrait('eva', { blur: 4 }), /A imagem está borrada/],
    ] as const;
    for (const [picture, advice] of shown) {
      await sitter?.showsPicture(picture);
      await prompt.getByText(advice).waitFor();
    }
    await page.getByText(/Movimento 1 de 4/).waitFor();
    const mend = await failing(page, { method: 'POST', path: /\/frame$/ }, BUSY);
    await page.getByText(DOWN).waitFor();
    await mend();
    await page.getByRole('checkbox', { name: /Consinto/ }).check();
    await visitor.press('Continuar para a câmera');
    await page.getByText(/Movimento 1 de 4/).waitFor();
    expect(new Set(await visitor.leaves())).toEqual(
      new Set([expect.stringMatching(/^502 POST .*\/frame$/) as string]),
    );
  });

  it('that is unplugged halfway is missed, and another challenge begins when it is back', async () => {
    const { visitor, page, sitter } = await beforeTheCamera();
    await sitter?.shows('eva', { brightness: 0.25 });
    await page.getByText(/Movimento 1 de 4/).waitFor();
    await sitter?.unplugs();
    await page.getByText('A câmera parou no meio do caminho.').waitFor();
    await visitor.inspects('face, camera lost');
    // Nor does the time go on while another page is looked at: the challenge begins again.
    await visitor.press('Tentar de novo');
    await page.getByText(/Movimento 1 de 4/).waitFor();
    await sitter?.turnsAway(true);
    const begun = page.waitForRequest((request) => request.url().endsWith('/face/challenge'));
    await sitter?.turnsAway(false);
    await begun;
    const prompt = page.locator('[data-face-prompt]');
    await prompt.getByText('Está escuro').waitFor();
    // Nor while the server cannot be reached. A phone that is turned on its side shows the face whole, and what to do.
    await page.context().setOffline(true);
    await prompt.getByText('Sem conexão. Estamos tentando de novo…').waitFor();
    for (const viewport of [
      { width: 740, height: 360 },
      { width: 360, height: 740 },
    ]) {
      await page.setViewportSize(viewport);
      for (const part of [page.locator('video'), prompt])
        await expect.poll(() => shareInSight(part)).toBeGreaterThan(0.98);
    }
    await page.context().setOffline(false);
    await prompt.getByText('Está escuro').waitFor();
    const faults = await visitor.leaves();
    expect(faults.filter((fault) => !fault.includes('net::ERR_INTERNET_DISCONNECTED'))).toEqual([]);
  });

  it('that is busy, ends at once or gives no picture is missed, and off afterwards', async () => {
    const { visitor, page, sitter } = await beforeTheCamera();
    await sitter?.shows('eva', { brightness: 0.25 });
    await page.getByText(/Movimento 1 de 4/).waitFor();
    await sitter?.unplugs();
    await page.getByText('A câmera parou no meio do caminho.').waitFor();
    // Alternating, so that no words are those of the one before.
    const [busy, lost] = [/em uso por outro programa/, /A câmera parou/];
    const faults = [
      ['busy', busy],
      ['ended', lost],
      ['busy', busy],
      ['dark', lost],
    ] as const;
    for (const [fault, words] of faults) {
      await page.evaluate((kind) => {
        const { mediaDevices } = navigator;
        const open = mediaDevices.getUserMedia.bind(mediaDevices);
        mediaDevices.getUserMedia = async (asked) => {
          mediaDevices.getUserMedia = open;
          if (kind === 'busy') throw new DOMException('in use', 'NotReadableError');
          const stream = await open(asked);
          if (kind === 'ended') for (const track of stream.getTracks()) track.stop();
          if (kind !== 'dark') return stream;
          // What an idle connection receives.
          const { track } = new RTCPeerConnection().addTransceiver('video').receiver;
          return (window.openedCamera = new MediaStream([track]));
        };
      }, fault);
      await visitor.press('Tentar de novo');
      await page.getByText(words).waitFor();
      const states = () =>
        page.evaluate(() => window.openedCamera?.getTracks().map(({ readyState }) => readyState));
      await expect.poll(states).toEqual(['ended']);
    }
    await visitor.press('Tentar de novo');
    await page.getByText(/Movimento 1 de 4/).waitFor();
    expect(await visitor.leaves()).toEqual([]);
  });

  it('of several is chosen for the tab, and resumes by itself once it is allowed again', async () => {
    const several = await launchChromium([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream=device-count=2',
    ]);
    try {
      const at = await beforeTheCamera(several, { permissions: ['camera'] });
      const { visitor, page } = at;
      // These cameras show no face: the time for a step is not what this is about.
      await page.route('**/frame', (route) => route.fulfill({ json: STILL_LOOKING }));
      const opened = (name: string) =>
        page.waitForFunction((label) => {
          const stream = document.querySelector('video')?.srcObject;
          return stream instanceof MediaStream && stream.getVideoTracks()[0]?.label === label;
        }, name);
      await opened('fake_device_0');
      await page.getByLabel('Câmera', { exact: true }).selectOption({ label: 'fake_device_1' });
      await opened('fake_device_1');
      await page.reload();
      await toEnrolment(at);
      await opened('fake_device_1');
      await page.context().clearPermissions();
      await page.context().grantPermissions(['geolocation']);
      await page.getByText('O navegador não tem permissão para usar a câmera.').waitFor();
      await page.context().grantPermissions(['camera']);
      await opened('fake_device_1');
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(await visitor.leaves()).toEqual([]);
    } finally {
      await several.close();
    }
  });

  it('that replays the order of another challenge passes none', async () => {
    const { visitor, page, sitter } = await beforeTheCamera();
    await sitter?.shows('eva', { brightness: 0.25 });
    await page.getByText(/Movimento 1 de 4/).waitFor();
    const asked = await sitter?.asked();
    const ended = page.getByText(NOBODY_THERE);
    const held = async (pose: FacePose) => {
      await sitter?.poses('eva', pose);
      for (let seen = 0; seen < 2; seen++)
        await Promise.race([
          page.waitForResponse((answer) => answer.url().endsWith('/frame')),
          ended.waitFor(),
        ]);
    };
    // Of a recording of another order, over and over. Eva smiles when she looks at the camera, too.
    const recorded = { left: ['right', 'centre'], right: ['left', 'centre'] } as const;
    const other = asked === 'left' || asked === 'right' ? recorded[asked] : (['left', 'right'] as const);
    // People mistake their left once at most, and do more steps for it.
    while (!(await ended.isVisible())) for (const pose of other) await held(pose);
    await page.getByRole('checkbox', { name: /Consinto/ }).waitFor();
    expect(await visitor.leaves()).toEqual([expect.stringMatching(/^403 POST .*\/frame$/)]);
  });

  it('of Chromium’s own that shows a still picture passes none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lacre-camera-'));
    const film = join(folder, 'still.mjpeg');
    // A film of JPEGs, one after another.
    const still = await portrait('eva');
    await writeFile(film, Buffer.concat(Array.from({ length: 30 }, () => still)));
    const filming = await launchChromium([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ]);
    try {
      const { visitor, page } = await beforeTheCamera(filming, { permissions: ['camera'] });
      await page.locator('[data-face-prompt]').getByText('A imagem não se mexe').waitFor();
      await runsOut(page);
      expect(await visitor.leaves()).toEqual([expect.stringMatching(/^403 POST .*\/frame$/)]);
    } finally {
      await filming.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    }
  });
});
