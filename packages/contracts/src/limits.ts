/**
 * Every limit of the platform, once: schemas, services and the web take it from here. There is no schema in this file,
 * so browsers load it for the few bytes that it has. Lengths are in characters (UTF-16 code units), unless the name
 * says otherwise.
 */

/** What people read as a megabyte, bytes. */
const MEBIBYTE = 1024 ** 2;

/** Longest text of one line where nothing else is said: a name, an address. */
export const MAX_LINE_LENGTH = 200;
/** Longest name of a file, as most file systems have it (NAME_MAX of Linux, NTFS). */
export const MAX_FILE_NAME_LENGTH = 255;
/** Longest reason for an act. */
export const MAX_REASON_LENGTH = 1_000;
/** Longest description of a template or an envelope. */
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Longest id that another system has for something of ours. */
export const MAX_EXTERNAL_ID_LENGTH = 100;
/** Longest label of a device, a passkey or a totem. */
export const MAX_DEVICE_NAME_LENGTH = 60;
/** Longest text that is searched for. */
export const MAX_SEARCH_LENGTH = 200;

/**
 * Longest e-mail address. The source specification allows 320 characters (5), 64 and 255 around the "@"; no mail
 * reaches more than 254, for the path around an address has 256 octets with its angle brackets (RFC 5321, 4.5.3.1.3,
 * and erratum 1690 of RFC 3696).
 */
export const MAX_EMAIL_LENGTH = 254;
/**
 * The source specification asks for word characters with dots or hyphens and a suffix of 2 to 3 letters; real
 * addresses also carry "+" and longer suffixes, so both are accepted. Of an address in lower case. No character fits
 * two places of the pattern: with "+" among the separators too, a long wrong address took for ever.
 */
export const EMAIL_PATTERN = /^[\w+]+(?:[.-][\w+]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,63}$/;
/** Longest name of a domain (RFC 1035, 2.3.4). */
export const MAX_EMAIL_DOMAIN_LENGTH = 253;
/** Right side of an e-mail address in lower case. */
export const EMAIL_DOMAIN_PATTERN = /^[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,63}$/;
/** The segment of `/login/{domain}`. */
export const MIN_DOMAIN_LENGTH = 3;
export const MAX_DOMAIN_LENGTH = 40;
export const DOMAIN_PATTERN = new RegExp(
  `^[\\da-z](?:[\\da-z-]{${MIN_DOMAIN_LENGTH - 2},${MAX_DOMAIN_LENGTH - 2}}[\\da-z])$`,
);
/** What people read who typed another. */
export const DOMAIN_RULE = `${MIN_DOMAIN_LENGTH} a ${MAX_DOMAIN_LENGTH} letras minúsculas, números e hífens`;
/** Digits of a one-time code. */
export const ONE_TIME_CODE_LENGTH = 6;
/** Letters and digits of the code that is printed on a document. */
export const VALIDATION_CODE_LENGTH = 16;
/** A colour as `#rrggbb`. */
export const COLOR_PATTERN = /^#[\da-f]{6}$/i;
export const COLOR_RULE = 'Use uma cor no formato #rrggbb';

/** Further addresses of a person. */
export const MAX_FURTHER_EMAILS = 10;
/** Earliest birthday that is taken. */
export const FIRST_BIRTHDAY = '1900-01-01';
/** Persons who represent a company unless a process names others. */
export const MAX_DEFAULT_SIGNATORIES = 50;
/** Companies that one user is assigned. */
export const MAX_ASSIGNED_COMPANIES = 500;
/** Persons that one file creates. */
export const MAX_BATCH_PERSONS = 1_000;
/** Largest file of persons. */
export const MAX_BATCH_MB = 2;
export const MAX_BATCH_BYTES = MAX_BATCH_MB * MEBIBYTE;

/** What is taken to be signed (source specification, 5); all but PDFs are converted first. */
export const UPLOAD_EXTENSIONS = ['pdf', 'doc', 'docx', 'odt'] as const;
/** Largest upload accepted for signing (source specification: 32). */
export const MAX_UPLOAD_MB = 32;
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MB * MEBIBYTE;
/** Largest logo, background, photo of a profile or picture of a face (source specification: FILE_SIZE_HIGGER_2MB). */
export const MAX_IMAGE_MB = 2;
export const MAX_IMAGE_BYTES = MAX_IMAGE_MB * MEBIBYTE;
/** What is taken for such an image, by media type (RFC 2046). */
export const IMAGE_TYPES = ['image/jpeg', 'image/png'] as const;

/** Longest summary of a process. */
export const MAX_SUMMARY_LENGTH = 300;
export const MAX_DOCUMENTS = 50;
/** Processes that one user has begun to put together and neither sent nor discarded. */
export const MAX_PROCESS_DRAFTS = 100;
/** Lists of processes that one user keeps under a name. */
export const MAX_PROCESS_VIEWS = 30;
/** Longest name of such a list. */
export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_PARTICIPANTS = 200;
/** Signer groups that take part in one process. */
export const MAX_SIGNER_GROUPS = 20;
/** Places of a signing order. */
export const MAX_SIGNING_GROUPS = 50;
/** Longest question that a document carries. */
export const MAX_QUESTION_LENGTH = 300;
/** Longest option of a question. */
export const MAX_OPTION_LENGTH = 200;
export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 50;
/** Signatures given, or rejected, by one act. */
export const MAX_SIGNATURES_AT_ONCE = 100;
/** Latest deadline that processes begin with, days. */
export const MAX_DEADLINE_DAYS = 365;
/** Longest time between reminders by the schedule, days. */
export const MAX_REMINDER_DAYS = 30;
/** Shortest time between two reminders by hand to the same person, minutes. */
export const MIN_REMINDER_MINUTES = 60;

/** How long a prepared download is kept, days. */
export const DOWNLOAD_LIFE_DAYS = 7;
/** Longest description of a download. */
export const MAX_DOWNLOAD_DESCRIPTION_LENGTH = 300;
/** Processes that one download takes its documents from. */
export const MAX_DOWNLOAD_PROCESSES = 100;
export const MAX_DOWNLOAD_DOCUMENTS = 500;
/** Largest download, bytes of its documents together. */
export const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;

/** Pictures kept of a person at most, as templates. */
export const MAX_FACE_PHOTOS = 5;
export const MIN_FACE_PHOTOS = 3;
/** Faces that are not recognised, one after another, before a wait. */
export const MAX_FACE_TRIES = 3;
/** Photos of an enrolment are kept this long, for the person alone to see what was enrolled, days. */
export const FACE_PHOTO_DAYS = 30;
/** Templates that nothing was compared with for so long are erased. */
export const FACE_TEMPLATE_MONTHS = 24;

/** Longest name of a tag. */
export const MAX_TAG_LENGTH = 40;
/** Tags of a tenant. */
export const MAX_TAGS = 500;
/** Tags of one process or template. */
export const MAX_CHOSEN_TAGS = 20;

/** Longest text of a template. */
export const MAX_TEMPLATE_TEXT = 100_000;
/** Placeholders of one Word document. */
export const MAX_PLACEHOLDERS = 200;
/** Longest name of a placeholder, its format with it. */
export const MAX_VALUE_NAME = 120;
/** Longest value that fills a placeholder. */
export const MAX_VALUE = 5_000;
/** Roles of one template. */
export const MAX_ROLES = 50;
/** Longest name of a role. */
export const MAX_ROLE_LABEL_LENGTH = 80;
/** Templates of one envelope. */
export const MIN_ENVELOPE_TEMPLATES = 2;
export const MAX_ENVELOPE_TEMPLATES = 20;
/** Persons of one signer group (source specification: SINGLE_ITEM_GROUP). */
export const MIN_GROUP_PERSONS = 2;
export const MAX_GROUP_PERSONS = 100;

/** Length counts more than variety (NIST SP 800-63B §3.1.1). */
export const MIN_PASSWORD_LENGTH = 8;
export const MAX_PASSWORD_LENGTH = 128;
/** How long a change of e-mail can be undone from the former address, days. */
export const EMAIL_UNDO_DAYS = 7;
/** How long an offer to hand over the administration stands, days. */
export const ADMINISTRATION_OFFER_DAYS = 7;
/** How long the security log is kept, days. */
export const SECURITY_LOG_DAYS = 90;

export const MIN_TOKEN_DESCRIPTION_LENGTH = 3;
/** Longest life of an API token that has an end, days. */
export const MAX_TOKEN_DAYS = 3_650;
/** Life of an API token whose issuer did not choose one, days. */
export const DEFAULT_TOKEN_DAYS = 365;
/** Networks that an API token may be bound to. */
export const MAX_TOKEN_NETWORKS = 20;

/**
 * Webhooks that a tenant may have at once, paused and disabled ones too. Every fact of its is kept for each of them.
 */
export const MAX_WEBHOOKS = 20;
/** Longest address that a webhook is sent to (source specification, 5). */
export const MAX_URL_LENGTH = 2_048;
/** What a webhook did not take is sent again for this long from the first attempt on, hours; then it is given up. */
export const WEBHOOK_RETRY_HOURS = 24;
/** How long the secret before the current one signs too, hours. */
export const WEBHOOK_FORMER_SECRET_HOURS = 24;
/** How long deliveries of webhooks are kept, days. */
export const WEBHOOK_DELIVERY_DAYS = 30;

/** How long a tenant may call itself. */
export const MAX_DISPLAY_NAME_LENGTH = 100;

/** Where counting all would take long, so many are counted beyond the page asked for, and no more. */
export const COUNTED_AHEAD = 1_000;
/** Companies in a report; its file has all of them. */
export const MAX_REPORTED_COMPANIES = 10;
/** Persons waited for in a report; its file has all of them. */
export const MAX_REPORTED_PERSONS = 15;
/** Refusals in a report, the newest. */
export const MAX_REPORTED_REFUSALS = 10;
/** Longest page of a list. */
export const MAX_PAGE_SIZE = 100;
