import type { Pool } from 'pg';

/** How often progress is written at most, milliseconds: who watches it asks about as often. */
const WRITE_EVERY_MS = 500;

/** How far a download is, where its tenant can see it while it is being prepared. */
export class DownloadProgress {
  readonly #pool: Pool;
  readonly #download: { downloadId: string; tenantId: string };
  readonly #totalBytes: number;
  #doneBytes = 0;
  #written: { percent: number; atMs: number } | undefined;

  /** @param totalBytes all that is to be worked through */
  constructor(pool: Pool, download: { downloadId: string; tenantId: string }, totalBytes: number) {
    this.#pool = pool;
    this.#download = download;
    this.#totalBytes = totalBytes;
  }

  /** So much more is done. */
  async add(bytes: number): Promise<void> {
    this.#doneBytes += bytes;
    // All of it is done only once the zip is stored and recorded.
    const percent = Math.min(99, Math.floor((100 * this.#doneBytes) / this.#totalBytes));
    const atMs = performance.now();
    const last = this.#written;
    if (last && (last.percent === percent || atMs - last.atMs < WRITE_EVERY_MS)) return;
    this.#written = { percent, atMs };
    await this.#write(percent);
  }

  async begin(): Promise<void> {
    await this.#write(0);
  }

  /** It is over, however it ended. */
  async end(): Promise<void> {
    await this.#pool.query('delete from signer.download_progress where download_id = $1', [
      this.#download.downloadId,
    ]);
  }

  async #write(percent: number): Promise<void> {
    const { downloadId, tenantId } = this.#download;
    await this.#pool.query(
      `insert into signer.download_progress (download_id, tenant_id, percent, updated_at)
       values ($1, $2, $3, now())
       on conflict (download_id) do update set percent = excluded.percent, updated_at = excluded.updated_at`,
      [downloadId, tenantId, percent],
    );
  }
}
