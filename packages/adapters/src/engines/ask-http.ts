import { fetch } from '@lacre/http-client';

import { placeInAddress } from '../place-in-address.ts';
import { EngineRefused } from './fault-words.ts';

interface Asked {
  url: URL;
  init?: RequestInit;
  timeoutMs: number;
}

/** Answers of no service that understands the question, and how they are reported. */
function refusalOf(status: number): string | undefined {
  if (status === 401 || status === 403) return `recusou o usuário ou a senha (HTTP ${status})`;
  if (status === 404 || status === 410) return `não tem este endereço (HTTP ${status})`;
  return status >= 500 ? `está com problemas (HTTP ${status})` : undefined;
}

/** User and password in the address go as basic authentication: `fetch` takes none there. */
async function ask({ url, init, timeoutMs }: Asked): Promise<Response> {
  const { username, password } = url;
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const authorization: Record<string, string> =
    username === '' ? {} : { authorization: `Basic ${basic.toString('base64')}` };
  const response = await fetch(plain, {
    ...init,
    headers: { ...(init?.headers as Record<string, string>), ...authorization },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  await response.body?.cancel();
  const refusal = refusalOf(response.status);
  if (refusal !== undefined) throw new EngineRefused(`${placeInAddress(url.href) ?? 'o serviço'} ${refusal}`);
  return response;
}

/**
 * A request that is none (RFC 3161, 3.4): the authority answers that it does not understand it, and stamps nothing, for
 * stamps are paid for.
 */
export async function askTimeStampAuthority(url: string, timeoutMs: number): Promise<void> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: new Uint8Array([0x30, 0x00]),
  };
  await ask({ url: new URL(url), init, timeoutMs });
}

/** https://gotenberg.dev/docs/routes#health-check-route */
export async function askGotenberg(url: string, timeoutMs: number): Promise<void> {
  const health = new URL(url);
  health.pathname = `${health.pathname.replace(/\/+$/, '')}/health`;
  await ask({ url: health, timeoutMs });
}
