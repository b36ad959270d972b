/** By what the rows of a tenant that moves are found: a column, and the ids in it. */
export interface MovedRows {
  column: string;
  of: 'tenant' | 'user' | 'subject' | 'secret' | 'enrolment';
  /** Why its rows stay in the installation that the tenant left, once that forgets it. */
  stays?: string;
}

/** A table whose rows are no copy of what the log says. */
export interface KeptTable {
  name: string;
  /** Which of its rows; all of them without it. */
  where?: string;
  /** Which of its rows go to another installation with a tenant, or why none does. */
  moved: MovedRows | { not: string };
}

const OF_TENANT: MovedRows = { column: 'tenant_id', of: 'tenant' };
const OF_USER: MovedRows = { column: 'user_id', of: 'user' };
const OF_ENROLMENT: MovedRows = { column: 'enrolment_id', of: 'enrolment' };
const OF_INSTALLATION = { not: 'of the installation' };
const SIGNED_IN_AGAIN = {
  not: 'sessions belong to an address: every user signs in again, and totems are registered again',
};
const UNDER_DIGEST_KEY = {
  not: 'kept as a digest under DIGEST_KEY, from which none is made under another key',
};
const OF_ADDRESS = { not: 'browsers subscribe to the address of the installation, under its key' };

/** One key for each person and user. */
export const SUBJECT_KEYS = 'personal_data.subject_key';

/**
 * Facts about what the log was answered with. They are read before the log is, so that they speak of no event that the
 * backup lacks: what was sent since is sent again, under the same ids.
 */
export const TABLES_BEFORE_LOG: readonly KeptTable[] = [
  { name: 'webhook.endpoint', moved: OF_TENANT },
  { name: 'webhook.delivery', moved: OF_TENANT },
  { name: 'webhook.checkpoint', moved: { not: 'a place in the log, of all tenants' } },
  { name: 'webhook.arriving', moved: { not: 'said of who arrives, by what brings them' } },
];

/**
 * What events of the log need to be read or acted on, and is written before them or stands for itself. They are read after
 * the log is, so that no event lacks its key; what is ahead of the log is dropped when it is put back. Rows come after
 * those that they refer to.
 *
 * Sessions are of totems alone: a user who was signed out since the backup must not be signed in by it.
 */
export const TABLES_AFTER_LOG: readonly KeptTable[] = [
  {
    name: SUBJECT_KEYS,
    moved: { column: 'subject_id', of: 'subject', stays: 'a key that was destroyed leaves its row' },
  },
  { name: 'integration.secret', moved: { column: 'secret_id', of: 'secret' } },
  { name: 'push.application_key', moved: OF_ADDRESS },
  { name: 'push.subscription', moved: OF_ADDRESS },
  { name: 'installation.own_key', moved: OF_INSTALLATION },
  { name: 'installation.used_key', moved: OF_INSTALLATION },
  { name: 'identity.user', moved: { column: 'id', of: 'user' } },
  { name: 'identity.account', moved: { column: 'userId', of: 'user' } },
  { name: 'identity.second_factor', moved: OF_USER },
  { name: 'identity.recovery_code', moved: UNDER_DIGEST_KEY },
  { name: 'identity.passkey', moved: OF_USER },
  { name: 'identity.verified_phone', moved: OF_USER },
  { name: 'identity.mailed_link', moved: UNDER_DIGEST_KEY },
  {
    name: 'identity.api_token',
    moved: { ...OF_TENANT, stays: 'a digest alone, by which integrators get the new address' },
  },
  {
    name: 'identity.session',
    where: 'id in (select session_id from identity.totem)',
    moved: SIGNED_IN_AGAIN,
  },
  {
    name: 'identity.session_detail',
    where: 'session_id in (select session_id from identity.totem)',
    moved: SIGNED_IN_AGAIN,
  },
  { name: 'identity.totem', moved: SIGNED_IN_AGAIN },
  { name: 'signer.face_list', moved: OF_TENANT },
  { name: 'signer.face_template', moved: OF_ENROLMENT },
  { name: 'signer.face_photo', moved: OF_ENROLMENT },
  { name: 'command.process_draft', moved: OF_TENANT },
  { name: 'command.process_view', moved: OF_TENANT },
  { name: 'command.token_use', moved: OF_TENANT },
  { name: 'command.totem_use', moved: OF_TENANT },
  { name: 'security.entry', moved: OF_TENANT },
];

/** Why every other table is left out, by its name or, ending in `.`, by its schema. */
const NOT_KEPT: Readonly<Record<string, string>> = {
  'push.delivery': 'what browsers were notified of; the same was mailed',
  'tenant_move.': 'what of a tenant is on its way from another installation, and is copied again',
  'event_store.events': 'the log itself, which is kept as events',
  'installation.identity': 'written anew from what the log says of itself',
  'installation.store': 'marks of stores that are not the ones put back',
  'installation.blob_move': 'how far files were copied to a store that is not the one put back',
  'installation.checked_content': 'what was read and found whole in a store that is not the one put back',
  'personal_data.mention': 'an index of the log',
  'personal_data.mention_place': 'an index of the log',
  'personal_data.installation_mark': 'a mark of a store that is not the one put back',
  'identity.person_device': 'browsers that need no code: after a restore they are asked for one',
  'identity.one_time_code': 'worth nothing after minutes',
  'identity.challenge': 'worth nothing after minutes',
  'identity.attempts': 'counts of tries',
  'identity.jwks': 'keys of tokens that live for minutes; others are made',
  'command.idempotency': 'a cache of answers',
  'command.open_process': 'an index of the log',
  'command.open_process_checkpoint': 'an index of the log',
  'command.unplaced_webhook': 'an index of the log',
  'command.unplaced_webhook_checkpoint': 'an index of the log',
  'command.credit_snapshot': 'a cache of a fold of the log',
  'command.credit_snapshot_reservation': 'a cache of a fold of the log',
  'command.lookup': 'a cache of what registers elsewhere answered',
  'command.job_problem': 'why a job fails while it is retried',
  'signer.job_problem': 'why a job fails while it is retried',
  'signer.download_progress': 'gone once a download is prepared',
  'signer.issued_version': 'an index of the log',
  'signer.issued_checkpoint': 'an index of the log',
  'signer.face_challenge': 'worth nothing after minutes',
  'signer.face_tries': 'counts of tries',
  'signer.face_checkpoint': 'a place in the log, which is followed from its beginning again',
  'projector.': 'folds of the log',
  'read.': 'folds of the log',
  'work_queue.': 'wake-ups, found again in the log',
  'dev_mailbox.': 'mails of an installation without a mail server',
};

const LEDGER = 'migrations';

/** Of a table of the database: kept, or why not. Undefined for one that is not listed. */
export function whyOf(name: string): string | undefined {
  const [schema = '', table] = name.split('.');
  if (table === LEDGER) return 'the history of a schema';
  if ([...TABLES_BEFORE_LOG, ...TABLES_AFTER_LOG].some((kept) => kept.name === name)) return 'kept';
  return NOT_KEPT[name] ?? NOT_KEPT[`${schema}.`];
}
