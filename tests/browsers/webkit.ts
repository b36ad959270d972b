import { spawn } from 'node:child_process';

import { freePort } from '@lacre/test-support';

import { until } from '../support/until.ts';
import { endProgram, keysOf, startProgram, type Engine } from './engine.ts';

/** By this name WebDriver (W3C, 12.1) hands an element over. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const LIBRARIES = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
/** Of a window beside what it shows. */
const FRAME_PX = 200;

/** WebDriver (W3C), by WebKitGTK's own driver and its MiniBrowser, on a display of their own. */
export async function launchWebKit(): Promise<Engine> {
  const screen = `${1440 + FRAME_PX}x${1024 + FRAME_PX}x24`;
  const { program: display, said } = await startProgram(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', screen, '-nolisten', 'tcp'],
    /^(\d+)\n/,
  );
  const port = await freePort();
  // It says nothing of itself; whether it is there is asked below.
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${said[1]}`,
      GDK_BACKEND: 'x11',
      LANGUAGE: 'pt_BR',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
  });
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await until('the driver of WebKit', () => ask('GET', '/status').catch(() => undefined));
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: `${LIBRARIES}/webkit2gtk-4.1/MiniBrowser`,
          args: ['--automation', '--private'],
        },
      },
    },
  })) as { sessionId: string };
  const path = `/session/${sessionId}`;
  const script = (body: string, given: readonly unknown[]) =>
    ask('POST', `${path}/execute/sync`, { script: body, args: given });

  return {
    name: 'WebKit',
    async open(address) {
      await ask('POST', `${path}/url`, { url: address });
    },
    evaluate: (body, ...given) => script(body, given),
    async find(body, ...given) {
      const found = (await script(body, given)) as { [ELEMENT]?: string } | null;
      return found?.[ELEMENT];
    },
    async click(element) {
      await ask('POST', `${path}/element/${element}/click`, {});
    },
    async type(text) {
      await ask('POST', `${path}/actions`, { actions: [keysOf(text)] });
    },
    async chooseFile(element, file) {
      await ask('POST', `${path}/element/${element}/value`, { text: file });
    },
    async resize(width, height) {
      await ask('POST', `${path}/window/rect`, { x: 0, y: 0, width, height });
      const [innerWidth, innerHeight] = (await script('return [innerWidth, innerHeight]', [])) as number[];
      // The window has a frame and bars of its own.
      await ask('POST', `${path}/window/rect`, {
        width: 2 * width - (innerWidth ?? width),
        height: 2 * height - (innerHeight ?? height),
      });
    },
    async picture() {
      return Buffer.from((await ask('GET', `${path}/screenshot`)) as string, 'base64');
    },
    async close() {
      await ask('DELETE', path);
      await endProgram(driver);
      await endProgram(display);
    },
  };
}
