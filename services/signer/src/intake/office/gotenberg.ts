import { fetch, readAtMost } from '@lacre/http-client';

import { REFUSALS, type RefusalName } from '../intake-refusal.ts';
import { MEDIA_TYPES } from '../sniff-type.ts';
import type { Converted, OfficeConverter } from './convert-office.ts';

export interface GotenbergOptions {
  /** Where the service is, such as `http://gotenberg:3000`. */
  url: string;
  timeoutMs?: number;
  /** The largest PDF that is taken from it, bytes. */
  maxBytes?: number;
}

const TIMEOUT_MS = 30_000;
/** A Gotenberg converts one after another: what waits there knows no tenant's turn, and its time-out runs. */
const AT_ONCE = 2;
const MAX_BYTES = 64 * 1024 * 1024;
/** What Gotenberg, or a proxy before it, says of the file itself. Anything else is a matter of the service. */
const REFUSES_THE_FILE = new Set([400, 413, 415, 422]);

const refuse = (name: RefusalName): Converted => ({ ok: false, refusal: REFUSALS[name] });

/**
 * A converter over Gotenberg's LibreOffice route (`POST /forms/libreoffice/convert`, multipart field `files`). What the
 * document links to is fetched, if at all, by that service: it should run without a network of its own.
 */
export function gotenbergConverter(options: GotenbergOptions): OfficeConverter {
  const { url, timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = options;
  const route = `${url.replace(/\/+$/, '')}/forms/libreoffice/convert`;
  const convert = async (
    file: Buffer,
    type: 'doc' | 'docx' | 'odt',
    givenUp?: AbortSignal,
  ): Promise<Converted> => {
    const form = new FormData();
    // The name says the type, and nothing about whose document it is.
    form.append('files', new Blob([new Uint8Array(file)], { type: MEDIA_TYPES[type] }), `document.${type}`);
    try {
      const bounds = AbortSignal.timeout(timeoutMs);
      const signal = givenUp === undefined ? bounds : AbortSignal.any([bounds, givenUp]);
      const response = await fetch(route, { method: 'POST', body: form, redirect: 'error', signal });
      if (!response.ok) {
        await response.body?.cancel();
        return refuse(REFUSES_THE_FILE.has(response.status) ? 'officeFailed' : 'officeAway');
      }
      const pdf = await readAtMost(response, maxBytes);
      return pdf ? { ok: true, pdf } : refuse('grewTooLarge');
    } catch {
      givenUp?.throwIfAborted();
      return refuse('officeAway');
    }
  };
  // It was configured: whether it answers is known with the first file.
  return Object.assign(convert, { by: 'gotenberg' as const, atOnce: AT_ONCE, isAvailable: async () => true });
}
