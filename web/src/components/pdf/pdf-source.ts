import type { ApiClient } from '@/lib/api/client.ts';

/** A PDF behind the API, and who reads it. */
export interface PdfSource {
  url: string;
  client: Pick<ApiClient, 'authorization' | 'renew'>;
}
