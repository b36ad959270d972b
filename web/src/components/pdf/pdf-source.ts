import type { ApiClient } from '@/lib/api/client.ts';

/** A PDF behind the API, and who reads it. */
export interface PdfSource {
  url: string;
  client: Pick<ApiClient, 'authorization' | 'withAuthority'>;
  /**
   * Reads the whole document, where its address alone does not: then `url` is only its key.
   * @throws Problem, or the signal's AbortError
   */
  load?: (signal?: AbortSignal) => Promise<Uint8Array>;
}
