import { setTimeout as pause } from 'node:timers/promises';

import type { Page, Route } from 'playwright-core';

/** What may come of a request besides what was hoped for. */
export interface Failure {
  name: string;
  /** What the page says to the user. */
  tells: RegExp;
  answer: (route: Route) => Promise<void>;
}

const refusal =
  (status: number, code: string, title: string, more: object = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code, title, instance: 'pedido-0001', ...more }),
    });

/** The line, the server or what stands before it fails; or the server refuses. */
export const FAILURES: readonly Failure[] = [
  {
    name: 'the server is down',
    tells: /Sem conexão com o servidor/,
    answer: (route) => route.abort('connectionrefused'),
  },
  {
    name: '403',
    tells: /Você não tem permissão para isso/,
    answer: refusal(
      403,
      'AUTH_USER_WITHOUT_PERMISSION',
      'Você não tem permissão para isso. Fale com seu supervisor.',
    ),
  },
  {
    name: '404',
    tells: /Empresa não encontrada/,
    answer: refusal(404, 'COMPANY_NOT_FOUND', 'Empresa não encontrada.'),
  },
  {
    name: '409',
    tells: /Alguém alterou isto agora mesmo/,
    answer: refusal(409, 'CONCURRENT_CHANGE', 'Alguém alterou isto agora mesmo. Tente de novo.'),
  },
  {
    name: '422',
    tells: /Confira os campos destacados/,
    answer: refusal(422, 'CLASS_VALIDATION_ERROR', 'Confira os campos destacados.', {
      errors: [{ field: 'campo.desconhecido', message: 'Não é assim' }],
    }),
  },
  {
    name: '500',
    tells: /Algo deu errado do nosso lado/,
    answer: refusal(500, 'INTERNAL_ERROR', 'Algo deu errado do nosso lado. Tente de novo.'),
  },
  {
    name: 'a page of a proxy',
    tells: /O serviço está indisponível no momento/,
    answer: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
  },
];

/** Fails every request of that method under that path, until it is undone. */
export async function failing(
  page: Page,
  { method, path }: { method: string; path: RegExp },
  answer: Failure['answer'],
): Promise<() => Promise<void>> {
  const matches = (url: URL) => path.test(url.pathname);
  const handle = (route: Route) => (route.request().method() === method ? answer(route) : route.fallback());
  await page.route(matches, handle);
  return () => page.unroute(matches, handle);
}

/** How far the page's clock goes at a time, and how long what is waited for has before each, milliseconds. */
const LEAP_MS = 1000;
const BREATH_MS = 50;

/**
 * Waits for something by letting the page's own clock run ahead: what it would try again in some seconds is tried at
 * once. The page's clock must have been installed before it was opened.
 */
export async function soon<Value>(page: Page, what: Promise<Value>): Promise<Value> {
  const over = new AbortController();
  const ended = what.then(
    () => over.abort(),
    () => over.abort(),
  );
  for (;;) {
    await Promise.race([ended, pause(BREATH_MS)]);
    if (over.signal.aborted) return what;
    await page.clock.fastForward(LEAP_MS);
  }
}
