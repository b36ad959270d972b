import { accessSync, constants } from 'node:fs';

import { readRateLimits } from '@lacre/contracts';
import { z } from 'zod';

export const MIB = 1024 * 1024;

/** 32 random bytes in hexadecimal. */
export const secretKey = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'são 32 bytes em hexadecimal, 64 algarismos')
  .transform((text) => Buffer.from(text, 'hex'));

/** Several of them, separated by commas: the first is used; the others, former or coming ones, only read. */
export const keyRing = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.tuple([secretKey], secretKey));

/** Both bounds included. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `a partir de ${least}` : `de ${least} a ${most}`;
  return z.string().transform((text, context) => {
    const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    context.addIssue(`é um número inteiro ${range}`);
    return z.NEVER;
  });
}

export const httpUrl = z.url({ protocol: /^https?$/ });

/** An address without the slash at its end; `none` for nothing, as an empty variable is an absent one. */
export const urlOrNone = (usual: string) =>
  z
    .union([z.literal('none').transform(() => null), httpUrl.transform((text) => text.replace(/\/+$/, ''))])
    .default(usual);

/** `https://a.example,https://b.example`: each as a browser writes an origin (RFC 6454 §6.2). */
export const origins = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
  .pipe(z.array(httpUrl.transform((text) => new URL(text).origin)));

/** Those of Chrome, Firefox, Safari and Edge. */
const PUSH_SERVICES =
  'fcm.googleapis.com,updates.push.services.mozilla.com,web.push.apple.com,*.notify.windows.com';

/** Host names separated by commas; `*.` for any below one. */
export const pushHosts = z
  .string()
  .default(PUSH_SERVICES)
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  )
  .pipe(
    z.array(z.string().regex(/^(?:\*\.)?(?:[\w-]+\.)*[\w-]+$/, 'não é uma lista de nomes de servidores')),
  );

const HOST_NAME = /^(?:[\w-]+\.)*[\w-]+$|^\[[\da-f:.]+\]$/;

/** Host names separated by commas, as a `Host` header has them, without port. */
export const hostNames = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )
  .pipe(z.array(z.string().regex(HOST_NAME, 'são nomes de servidores, sem porta, separados por vírgulas')));

/** `signInPerAddress=500/900,…`: tries by seconds, of the limits that `rate-limits.ts` of the contracts names. */
export const rateLimits = z
  .string()
  .default('')
  .transform((text, context) => readOr(() => readRateLimits(text), context));

/** What the reader makes of it; the message of what it throws otherwise. */
export function readOr<Result>(read: () => Result, context: z.RefinementCtx): Result {
  try {
    return read();
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
}

/** Addresses separated by commas, each with `{name}` where what is looked up stands; `off` for none. */
export const addresses = (name: string) =>
  z
    .string()
    .transform((text) => (text === 'off' ? [] : text.split(',').map((address) => address.trim())))
    .refine(
      (all) => all.every((address) => /^https?:\/\//.test(address) && address.includes(`{${name}}`)),
      `são endereços http(s) que contêm {${name}}, separados por vírgulas, ou "off"`,
    );

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'não existe',
  ENOTDIR: 'não existe',
  EACCES: 'não pode ser lido por este processo',
  EPERM: 'não pode ser lido por este processo',
  EISDIR: 'é uma pasta',
};

/** What is wrong with a file that was to be read, for people. */
export function fileFault(path: string, error: unknown): string {
  const { code = '?' } = error as NodeJS.ErrnoException;
  return `o arquivo ${path} ${FILE_FAULTS[code] ?? `não pode ser lido (${code})`}`;
}

/** What is wrong with a file, without reading it; undefined when nothing is. */
export function faultOfFile(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return fileFault(path, error);
  }
}

/** A path of a file that is there and can be read. */
export const readableFile = z.string().superRefine((path, context) => {
  const fault = faultOfFile(path);
  if (fault !== undefined) context.addIssue(fault);
});
