import { derivedId } from '@lacre/event-store';

/** Of an installation's first application key: processes that make it at once make the same one. */
export const FIRST_KEY_ID = derivedId('push-application-key');
