import { setTimeout as sleep } from 'node:timers/promises';

import { readS3Address } from '@lacre/blob-store/s3';
import { askSmtpServer } from '@lacre/mailer';

import type { Environment } from '../environment.ts';
import { natsAccess, type NatsSettings } from '../nats-access.ts';
import { placeInAddress } from '../place-in-address.ts';
import { s3CredentialsOf, type S3Settings } from '../s3-access.ts';
import { askDatabase } from './ask-database.ts';
import { askFolder } from './ask-folder.ts';
import { askGotenberg, askTimeStampAuthority } from './ask-http.ts';
import { askS3 } from './ask-s3.ts';
import { EngineRefused, wordsOfError } from './fault-words.ts';

/** How long the first answer of every engine may take, milliseconds; all are asked at once. */
const ANSWER_WITHIN_MS = 10_000;

export type EngineSetting =
  | 'DATABASE_URL'
  | 'DATABASE_DIRECT_URL'
  | 'QUERY_DATABASE_URL'
  | 'EVENT_STORE_URL'
  | 'NATS_URL'
  | 'DATA_DIR'
  | 'S3_URL'
  | 'SMTP_URL'
  | 'TSA_URL'
  | 'GOTENBERG_URL';

/** What engines are asked by beside their addresses. */
type BesideAddresses = NatsSettings &
  Omit<S3Settings, 'S3_URL'> &
  Partial<Pick<Environment, 'EVENT_STORE_PREFIX' | 'SMTP_CA' | 'AUTO_MIGRATE' | 'DATABASE_DIRECT_URL'>>;

interface Engine {
  /**
   * Whether nothing can be served without it. Mail waits in the queue and time stamps in their step until they are
   * answered; without Gotenberg, PDF is taken still. Those faults are reported, and the start goes on.
   */
  isNeeded: boolean;
  ask: (value: string, timeoutMs: number, beside: BesideAddresses) => Promise<void>;
}

const ENGINES: Readonly<Record<EngineSetting, Engine>> = {
  DATABASE_URL: {
    isNeeded: true,
    ask: (url, timeoutMs, { AUTO_MIGRATE: migrates = true, DATABASE_DIRECT_URL: directUrl }) =>
      askDatabase(url, timeoutMs, { migrates, isPooled: directUrl !== undefined }),
  },
  DATABASE_DIRECT_URL: {
    isNeeded: true,
    ask: (url, timeoutMs, { AUTO_MIGRATE: migrates = true }) =>
      askDatabase(url, timeoutMs, { migrates, isPooled: false }),
  },
  QUERY_DATABASE_URL: {
    isNeeded: true,
    ask: (url, timeoutMs) => askDatabase(url, timeoutMs, { migrates: false, isPooled: false }),
  },
  EVENT_STORE_URL: {
    isNeeded: true,
    ask: async (url, _timeoutMs, { EVENT_STORE_PREFIX: prefix }) => {
      const { askLog } = await import('./ask-log.ts');
      await askLog(url, prefix);
    },
  },
  // Jobs are taken from it and given to it by every request that leads to one.
  NATS_URL: {
    isNeeded: true,
    ask: async (url, timeoutMs, beside) => {
      const { askNats } = await import('@lacre/work-queue/nats');
      await askNats(url, timeoutMs, natsAccess(beside));
    },
  },
  S3_URL: {
    isNeeded: true,
    ask: (url, _timeoutMs, beside) => askS3(url, s3CredentialsOf({ ...beside, S3_URL: url })),
  },
  // Keys of seals are there, and uploads and seals where no bucket is named.
  DATA_DIR: { isNeeded: true, ask: askFolder },
  SMTP_URL: { isNeeded: false, ask: (url, timeoutMs, { SMTP_CA: ca }) => askSmtpServer(url, timeoutMs, ca) },
  TSA_URL: { isNeeded: false, ask: askTimeStampAuthority },
  GOTENBERG_URL: { isNeeded: false, ask: askGotenberg },
};

/** Engines by their settings, and what belongs to them. */
export type EngineSettings = Partial<Record<EngineSetting, string | undefined>> & BesideAddresses;

export interface EngineFault {
  setting: EngineSetting;
  /** For people: what is wrong, in one line that begins with the setting's name and holds no secret. */
  line: string;
  endsStart: boolean;
}

/** Engines that nothing can be served without did not answer as they should; the message has a line for each fault. */
export class EnginesUnavailable extends Error {
  override readonly name = 'EnginesUnavailable';

  constructor(faults: readonly EngineFault[]) {
    super(faults.map(({ line }) => line).join('\n'));
  }
}

/** Where an engine is, for messages: the setting's name when its address is ambiguous. */
function placeOf(setting: EngineSetting, value: string): string {
  if (setting === 'DATA_DIR') return value;
  return setting === 'S3_URL' ? readS3Address(value).endpoint.host : (placeInAddress(value) ?? setting);
}

export interface AskOptions {
  timeoutMs?: number;
  beside?: BesideAddresses;
}

/** What is wrong with an engine, in words without its credentials; undefined when nothing is. */
export async function faultOf(
  setting: EngineSetting,
  value: string,
  { timeoutMs = ANSWER_WITHIN_MS, beside = {} }: AskOptions = {},
): Promise<string | undefined> {
  try {
    await withinTime(ENGINES[setting].ask(value, timeoutMs, beside), timeoutMs);
    return undefined;
  } catch (error) {
    return wordsOfError(error, placeOf(setting, value));
  }
}

/** Asks every engine that is set, all at once. @returns everything that is wrong */
export async function askEngines(
  settings: Partial<Record<EngineSetting, string | undefined>>,
  options: AskOptions = {},
): Promise<EngineFault[]> {
  const asked = (Object.keys(ENGINES) as EngineSetting[]).map(async (setting): Promise<EngineFault[]> => {
    const value = settings[setting];
    const words = value === undefined ? undefined : await faultOf(setting, value, options);
    if (words === undefined) return [];
    return [{ setting, line: `${setting}: ${words}.`, endsStart: ENGINES[setting].isNeeded }];
  });
  return (await Promise.all(asked)).flat();
}

async function withinTime(answer: Promise<void>, timeoutMs: number): Promise<void> {
  const over = new AbortController();
  const tooLate = sleep(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new EngineRefused(`não houve resposta em ${Math.round(timeoutMs / 1000)} s`);
  });
  // Whichever comes second is of no interest any more.
  for (const either of [answer, tooLate]) either.catch(() => {});
  try {
    await Promise.race([answer, tooLate]);
  } finally {
    over.abort();
  }
}

/**
 * Asks the engines that a process uses before it opens any.
 *
 * @param tell called with each fault that does not end the start
 * @throws EnginesUnavailable with all that is wrong, when something is that ends it
 */
export async function assertEngines(
  environment: EngineSettings,
  uses: readonly EngineSetting[],
  tell: (fault: EngineFault) => void,
  dataDir = environment.DATA_DIR,
): Promise<void> {
  const settings = { ...environment, DATA_DIR: dataDir };
  const faults = await askEngines(Object.fromEntries(uses.map((setting) => [setting, settings[setting]])), {
    beside: environment,
  });
  if (faults.some(({ endsStart }) => endsStart)) throw new EnginesUnavailable(faults);
  for (const fault of faults) tell(fault);
}
