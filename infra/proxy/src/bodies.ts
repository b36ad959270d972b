import { MAX_UPLOAD_MB } from '@lacre/contracts';

/**
 * Largest body that a proxy lets through, MiB: twice what the services take, so that they and not the proxy say that a
 * file is too large, in Portuguese. What is beyond is no mistake of a person.
 */
export const MAX_BODY_MB = 2 * MAX_UPLOAD_MB;
/** Longest silence while a body comes in or an answer is made: as long as a service waits for a whole body. */
export const LONGEST_SECONDS = 900;
