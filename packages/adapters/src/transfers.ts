import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Environment } from './environment.ts';

type TransferSettings = Pick<
  Environment,
  | 'UPLOAD_BYTES_PER_ADDRESS'
  | 'UPLOAD_BYTES_IN_ALL'
  | 'UPLOAD_STALL_SECONDS'
  | 'UPLOAD_MAX_SECONDS'
  | 'UPLOAD_MEMORY_BYTES'
  | 'DATA_DIR'
>;

/** What bodies of requests may take while they come in. Files wait in `DATA_DIR/spool`. */
export function transferLimits(environment: TransferSettings, dataDir = environment.DATA_DIR) {
  return {
    bytesPerAddress: environment.UPLOAD_BYTES_PER_ADDRESS,
    bytesInAll: environment.UPLOAD_BYTES_IN_ALL,
    stallMs: environment.UPLOAD_STALL_SECONDS * 1000,
    totalMs: environment.UPLOAD_MAX_SECONDS * 1000,
    memoryBytes: environment.UPLOAD_MEMORY_BYTES,
    spoolFolder: dataDir === undefined ? tmpdir() : join(dataDir, 'spool'),
  };
}
