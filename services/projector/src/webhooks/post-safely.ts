import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

import { isLoopbackAddress, webhookAddressFault } from '@lacre/contracts';

import { isLoopback, isPublicAddress } from './public-address.ts';

/** Longest wait for an answer, from the first look-up on, milliseconds. */
const TIMEOUT_MS = 15_000;
/** Of the answer's body no more is read than this, and nothing of it is kept. */
const READ_BYTES = 16 * 1024;

/** Where requests may go, and how they get there. */
export interface Outlet {
  /** Every address of a name; the system's unless a test brings its own. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** Whether an address may be connected to; only public ones unless a test says otherwise. */
  allows?: (address: string) => boolean;
  /** This machine may be sent to, by http too: for development. */
  loopback?: boolean;
  /** Authorities believed besides the usual ones, PEM. */
  ca?: string;
  timeoutMs?: number;
}

export type Outcome =
  | { kind: 'answered'; status: number; retryAfterSeconds: number | undefined }
  | { kind: 'failed'; problem: string };

interface Message {
  body: string | Buffer;
  headers: Record<string, string>;
}

/** Nothing may be sent there. Its message is for people. */
class Forbidden extends Error {}

/**
 * Sends a body and returns the response's status. Connects only to addresses that are allowed: each is judged as it was
 * resolved for this very connection, so that a name cannot lead elsewhere afterwards. Follows nothing, reads little,
 * ends in time. Never throws.
 */
export async function postSafely(address: string, message: Message, outlet: Outlet = {}): Promise<Outcome> {
  const { timeoutMs = TIMEOUT_MS } = outlet;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const fault = webhookAddressFault(address, { loopback: outlet.loopback ?? false });
    if (fault !== undefined) throw new Forbidden(fault);
    return await send(new URL(address), message, outlet, signal);
  } catch (error) {
    return { kind: 'failed', problem: signal.aborted ? 'Não respondeu em tempo' : problemOf(error) };
  }
}

async function send(url: URL, message: Message, outlet: Outlet, signal: AbortSignal): Promise<Outcome> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const found = await abortable(addressesOf(host, url, outlet), signal);
  const { request } = url.protocol === 'https:' ? https : http;
  const options: RequestOptions & { ca?: string } = {
    method: 'POST',
    // One connection each: none is reused after the name may resolve elsewhere.
    agent: false,
    signal,
    maxHeaderSize: READ_BYTES,
    headers: { ...message.headers, 'content-length': Buffer.byteLength(message.body) },
    lookup: (_name, { all }, done) => {
      const [first] = found;
      if (all === true) done(null, found);
      else if (first !== undefined) done(null, first.address, first.family);
    },
    ...(outlet.ca === undefined ? {} : { ca: outlet.ca }),
  };
  return new Promise((resolve, reject) => {
    const sending = request(url, options, (answer) => {
      resolve(outcomeOf(answer));
      drain(answer);
    });
    sending.on('error', reject);
    sending.end(message.body);
  });
}

/** The addresses to connect to, all of them allowed: one that is not makes the name a trick. @throws Forbidden */
async function addressesOf(host: string, url: URL, outlet: Outlet): Promise<LookupAddress[]> {
  const { resolve = (name) => systemLookup(name, { all: true, verbatim: true }) } = outlet;
  const family = isIP(host);
  const found = family === 0 ? await resolve(host) : [{ address: host, family }];
  const toThisMachine = outlet.loopback === true && isLoopbackAddress(url);
  const allows = toThisMachine ? isLoopback : (outlet.allows ?? isPublicAddress);
  if (found.length === 0) throw new Forbidden('O nome não leva a endereço algum');
  if (!found.every(({ address }) => allows(address)))
    throw new Forbidden('O nome leva a um endereço que não é público');
  return found;
}

function outcomeOf({ statusCode = 0, headers }: IncomingMessage): Outcome {
  const seconds = Number(headers['retry-after']);
  return {
    kind: 'answered',
    status: statusCode,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
  };
}

/** Reads a little, so that a server that still writes is not cut off at once; then hangs up. */
function drain(answer: IncomingMessage): void {
  let read = 0;
  answer.on('error', () => {});
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > READ_BYTES) answer.destroy();
  });
}

async function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const WORDS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'O nome não foi encontrado',
  EAI_AGAIN: 'O nome não pôde ser resolvido',
  ECONNREFUSED: 'A conexão foi recusada',
  ECONNRESET: 'A conexão caiu',
  ETIMEDOUT: 'Não respondeu em tempo',
};

function problemOf(error: unknown): string {
  if (error instanceof Forbidden) return error.message;
  const { code = '' } = error as { code?: string };
  if (/CERT|SELF_SIGNED|TLS|SSL|UNABLE_TO/.test(code)) return `O certificado não foi aceito (${code})`;
  return WORDS[code] ?? `Não foi possível enviar (${code === '' ? 'erro' : code})`;
}
