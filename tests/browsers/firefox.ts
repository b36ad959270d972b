import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { endProgram, keysOf, startProgram, type ElementId, type Engine } from './engine.ts';

/** Of Firefox: Portuguese, and nothing asked of any other machine. */
const PREFERENCES = {
  'intl.accept_languages': 'pt-BR',
  'intl.locale.requested': 'pt-BR',
  'ui.prefersReducedMotion': 1,
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.enabled': false,
};

interface Answer {
  id: number;
  type: 'success' | 'error';
  result: unknown;
  error?: string;
  message?: string;
}

type Remote = { type: 'success' | 'exception'; result?: RemoteValue; exceptionDetails?: { text: string } };
type RemoteValue = { type: string; value?: unknown; sharedId?: string };

/** WebDriver BiDi (W3C), over the socket that Firefox opens by itself. */
class Connection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const answer = JSON.parse(String(data)) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error(`no connection to ${address}`)));
    });
    return new Connection(socket);
  }

  async ask<Result>(method: string, params: object): Promise<Result> {
    const id = (this.#last += 1);
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const { type, result, error, message } = await answered;
    if (type === 'error') throw new Error(`${method}: ${error}: ${message}`);
    return result as Result;
  }

  close(): void {
    this.#socket.close();
  }
}

export async function launchFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'lacre-firefox-'));
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, 'user.js'), preferences.join('\n'));
  const { program, said } = await startProgram(
    'firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'],
    /WebDriver BiDi listening on (ws:\/\/\S+)/,
    { ...process.env, HOME: profile, MOZ_HEADLESS: '1' },
  );
  const bidi = await Connection.open(`${said[1]}/session`);
  await bidi.ask('session.new', { capabilities: {} });
  const { contexts } = await bidi.ask<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = contexts[0]?.context ?? '';

  /** What a function body returns in the page, made into a remote value by `hand`. */
  const call = async (
    body: string,
    given: readonly unknown[],
    hand: string,
  ): Promise<RemoteValue | undefined> => {
    const { type, result, exceptionDetails } = await bidi.ask<Remote>('script.callFunction', {
      functionDeclaration: `async (given) => {
        const value = await (async function () { ${body} }).apply(undefined, JSON.parse(given));
        return ${hand};
      }`,
      arguments: [{ type: 'string', value: JSON.stringify(given) }],
      target: { context },
      awaitPromise: true,
    });
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result;
  };
  const act = (actions: readonly object[]) => bidi.ask('input.performActions', { context, actions });

  return {
    name: 'Firefox',
    async open(address) {
      const navigate = () =>
        bidi.ask('browsingContext.navigate', { context, url: address, wait: 'complete' });
      // A page that leads elsewhere by itself at this moment, as one whose session has ended, takes it away once.
      await navigate().catch((error: Error) => {
        if (!error.message.includes('NS_BINDING_ABORTED')) throw error;
        return navigate();
      });
    },
    async evaluate(body, ...given) {
      const result = await call(body, given, 'JSON.stringify(value ?? null)');
      return JSON.parse(String(result?.value));
    },
    async find(body, ...given): Promise<ElementId | undefined> {
      return (await call(body, given, 'value'))?.sharedId;
    },
    async click(element) {
      const origin = { type: 'element', element: { sharedId: element } };
      await act([
        {
          type: 'pointer',
          id: 'mouse',
          actions: [
            { type: 'pointerMove', x: 0, y: 0, origin },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
          ],
        },
      ]);
    },
    async type(text) {
      await act([keysOf(text)]);
    },
    async chooseFile(element, path) {
      await bidi.ask('input.setFiles', { context, element: { sharedId: element }, files: [path] });
    },
    async resize(width, height) {
      await bidi.ask('browsingContext.setViewport', { context, viewport: { width, height } });
    },
    async picture() {
      const { data } = await bidi.ask<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async close() {
      bidi.close();
      await endProgram(program);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
