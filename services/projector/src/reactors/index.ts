import { openWorkProjection } from './open-work.ts';
import { reactors } from './reactors.ts';

/** Raise it whenever a reactor changes: open work is then worked out anew from the log. */
const VERSION = 22;

export const openWorkModel = openWorkProjection(reactors, VERSION);
