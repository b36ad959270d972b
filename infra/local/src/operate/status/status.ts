import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { SettingsOf } from '@lacre/adapters';

import { openInstallation } from '../../audit/open-installation.ts';
import { askService, type ServiceStatus } from './ask-services.ts';
import { lookAtInstallation, type InstallationStatus } from './look-at-installation.ts';

/** Internal ports of the services where nothing else is said: command, query, signer, projector, page. */
const PORTS = [4411, 4412, 4413, 4414, 4415];
/** Free space of the data folder below which it is a problem, bytes. */
const LEAST_FREE_BYTES = 2 * 1024 ** 3;
/** A certificate that ends earlier than this is a problem, days. */
const CERTIFICATE_DAYS = 30;
/** Lag of what follows the log, and age of a seal's work and of other work, from which they are problems, seconds. */
const MOST_BEHIND_SECONDS = 60;
const SEALS_WAIT_SECONDS = 600;
const WORK_WAITS_SECONDS = 3600;
const DAY_MS = 86_400_000;

export interface Status {
  services: readonly ServiceStatus[];
  /** Undefined where it could not be opened: `problems` says why. */
  installation: InstallationStatus | undefined;
  /** In Portuguese, one line each; none when all is well. */
  problems: readonly string[];
}

export interface StatusRequest {
  dataDir: string;
  environment: SettingsOf<'commands'>;
  /** Internal addresses, where they are not the usual ones. */
  probes: readonly string[] | undefined;
  now: Date;
}

/** What the processes say of themselves, and what log and database say of their work. */
export async function statusOf(request: StatusRequest): Promise<Status> {
  const { dataDir, environment, now } = request;
  const services = await Promise.all(addressesOf(request).map(askService));
  const problems = services.flatMap((service) => problemsOfService(service, now));
  try {
    const opened = await openInstallation(dataDir, environment);
    try {
      const installation = await lookAtInstallation(opened, { dataDir, environment });
      return { services, installation, problems: [...problems, ...problemsOf(installation)] };
    } finally {
      await opened.close();
    }
  } catch (error) {
    // An unreachable engine is a finding, not a failure: the rest of the status is reported.
    const words = error instanceof Error ? error.message : String(error);
    return { services, installation: undefined, problems: [...problems, ...words.split('\n')] };
  }
}

/** All in one process has an internal address only where it is given a port. */
function addressesOf({ dataDir, environment, probes }: StatusRequest): readonly string[] {
  if (probes !== undefined) return probes;
  const { INTERNAL_HOST: host, INTERNAL_PORT: port } = environment;
  if (port !== undefined) return [`http://${host}:${port}`];
  if (existsSync(join(dataDir, 'secrets.json'))) return [];
  return PORTS.map((usual) => `http://${host}:${usual}`);
}

function problemsOfService(
  { address, service = address, state, checks, certificates }: ServiceStatus,
  now: Date,
): string[] {
  if (state === 'unreachable') return [`nenhum processo responde em ${address}`];
  const failed = checks
    .filter(({ ok }) => !ok)
    .map(({ name, detail }) => `${service}: ${name} falha${detail === undefined ? '' : ` (${detail})`}`);
  const ending = Object.entries(certificates)
    .map(([name, end]) => ({ name, days: Math.floor((end.getTime() - now.getTime()) / DAY_MS) }))
    .filter(({ days }) => days < CERTIFICATE_DAYS)
    .map(({ name, days }) =>
      days < 0
        ? `${service}: o certificado ${name} venceu`
        : `${service}: o certificado ${name} vence em ${days} dias`,
    );
  return [...failed, ...ending];
}

function problemsOf({
  followers,
  work,
  parkedEvents,
  deadLetters,
  queueFault,
  diskFreeBytes,
}: InstallationStatus): string[] {
  const late = followers
    .filter(({ secondsBehind }) => secondsBehind > MOST_BEHIND_SECONDS)
    .map(({ name, secondsBehind }) => `${name} está ${Math.round(secondsBehind)} s atrás do registro`);
  const waiting = work
    .filter(({ kind, oldestSeconds }) => oldestSeconds > longestWaitOf(kind))
    .map(({ kind, oldestSeconds }) => `um trabalho ${kind} espera há ${Math.round(oldestSeconds)} s`);
  return [
    ...late,
    ...waiting,
    ...(parkedEvents > 0 ? [`listas seguiram sem ${parkedEvents} eventos: veja lacre fsck`] : []),
    ...(deadLetters ?? []).map(({ queue, count }) =>
      count === 1
        ? `a fila desistiu de um trabalho ${queue}: veja lacre work list`
        : `a fila desistiu de ${count} trabalhos ${queue}: veja lacre work list`,
    ),
    ...(queueFault === undefined ? [] : [`a fila de trabalhos não responde (${queueFault})`]),
    ...(diskFreeBytes < LEAST_FREE_BYTES ? ['há menos de 2 GiB livres na pasta de dados'] : []),
  ];
}

const longestWaitOf = (kind: string): number =>
  kind === 'seal-document' || kind === 'record-seal' ? SEALS_WAIT_SECONDS : WORK_WAITS_SECONDS;
