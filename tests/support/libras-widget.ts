import { createServer, type Server } from 'node:http';

import { listenLocally, portOf } from '@lacre/test-support';

/** What a widget may try against the page around it, by name, and what came of it. */
export type Attempts = Record<string, string>;

/**
 * The public surface of VLibras' widget: it sets itself up as the page is loaded, its access button makes
 * `window.plugin`, and that sends a text to be translated to its own host. Once it is there it tries what a widget
 * with ill intent would.
 */
const PLUGIN = `
window.VLibras = {
  Widget: function (root) {
    const post = (path, body) => fetch(root + path, { method: 'POST', body });
    window.onload = () => {
      document.querySelector('[vw-access-button]').addEventListener('click', () => {
        window.plugin = { translate: (text) => void post('/translate', text) };
        void tryAll().then((all) => post('/attempts', JSON.stringify(all)));
      });
    };
    const outcome = async (act) => {
      try {
        return 'reached: ' + String(await act());
      } catch (error) {
        return 'refused: ' + error.name;
      }
    };
    async function tryAll() {
      localStorage.setItem('own', '1');
      const inline = document.createElement('script');
      inline.textContent = 'window.ranInline = true';
      document.head.append(inline);
      const at = new URL(location.href).origin;
      return {
        'document of the page': await outcome(() => parent.document.title),
        'storage of the page': await outcome(() => parent.localStorage.length),
        'storage of its own': localStorage.getItem('own'),
        'storage of the site': localStorage.getItem('lacre') ?? 'none',
        cookies: await outcome(() => document.cookie),
        databases: await outcome(() => new Promise((done, failed) => {
          const opening = indexedDB.open('lacre');
          opening.onsuccess = () => done('open');
          opening.onerror = () => failed(opening.error);
        })),
        'API as the person': await outcome(() =>
          fetch(at + '/api/openapi.json', { credentials: 'include' }).then((answer) => answer.status)),
        'API, not reading the answer': await outcome(() =>
          fetch(at + '/api/openapi.json', { mode: 'no-cors', credentials: 'include' }).then(() => 'sent')),
        'a host of others': await outcome(() => fetch('http://127.0.0.1:9/', { mode: 'no-cors' })),
        'the window': await outcome(() => { top.location.href = root; return 'left'; }),
        'another window': String(window.open(root)),
        'script in its markup': String(window.ranInline === true),
      };
    }
  },
};
`;

/** A server of the widget at 127.0.0.1. */
export class LibrasWidget {
  readonly #server: Server;
  /** Requests, as "METHOD path". */
  readonly asked: string[] = [];
  readonly texts: string[] = [];
  attempts: Attempts | undefined;
  /** False: it answers 503 to everything. */
  works = true;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      response.setHeader('access-control-allow-origin', '*');
      if (!this.works) {
        response.writeHead(503).end();
        return;
      }
      if (request.method === 'GET') {
        response.setHeader('content-type', 'text/javascript').end(PLUGIN);
        return;
      }
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        if (request.url === '/app/translate') this.texts.push(body);
        else this.attempts = JSON.parse(body) as Attempts;
        response.end();
      });
    });
  }

  static async start(): Promise<LibrasWidget> {
    const widget = new LibrasWidget();
    await listenLocally(widget.#server);
    return widget;
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}/app`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
