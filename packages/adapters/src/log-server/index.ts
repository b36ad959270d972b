/** What operators do with logs in KurrentDB: none of it is loaded by what serves. */
export { countForeignEvents, ForeignEvent } from '@lacre/event-store/kurrentdb';
export { LogNotMoved } from './copy-events.ts';
export { holdsEvents, withCopyTarget } from './copy-target.ts';
export { moveLog, type MovedLog, type MoveOptions } from './move-log.ts';
export { PassedOver } from './passed-over.ts';
export { CannotPrepare, withPreparation, type Preparation, type PrepareOptions } from './prepare-server.ts';
