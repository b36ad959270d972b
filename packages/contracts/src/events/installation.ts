import { z } from 'zod';

import { epoch, identifier } from '../fields.ts';

const reference = { installationId: identifier, epoch };

/** Stream `installation`: whose log this is, and which of its histories. Positions carry the epoch they are of. */
export const installationEvents = {
  /** The log's first event; in a log from before there were identities, the first one written since. */
  InstallationBegan: z.strictObject(reference),
  /** The log was restored, or moved, on purpose: what was read after its end then is not what stands there now. */
  LogAdopted: z.strictObject({ ...reference, previousEpoch: epoch, reason: z.string() }),
  /**
   * From here on the log lives in the store named. The last event of the log that was left, and copied like the others:
   * the one log and the other show by their place which of them goes on.
   */
  LogMoved: z.strictObject({ ...reference, previousEpoch: epoch, to: z.enum(['postgres', 'kurrentdb']) }),
} as const;
