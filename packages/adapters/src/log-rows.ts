/**
 * Events of a log in the database as rows beside others, for a command that brings a tenant from another log: encrypted as
 * they stand. No service writes them so.
 */
export {
  insertRecorded,
  insertRecordedFrom,
  LOG_TABLE,
  lastOfStreams,
  markInFlight,
  readRecorded,
} from '@lacre/event-store/postgres';
