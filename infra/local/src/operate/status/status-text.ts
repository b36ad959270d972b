import type { ServiceStatus } from './ask-services.ts';
import type { InstallationStatus } from './look-at-installation.ts';
import type { Status } from './status.ts';

const STATES: Readonly<Record<ServiceStatus['state'], string>> = {
  ready: '✓ pronto',
  'not-ready': '✗ não está pronto',
  unreachable: '✗ não responde',
};
const GIB = 1024 ** 3;
/** Rows of a list that are shown: a screen holds them. */
const SHOWN = 8;

/** The status on one screen. */
export function statusText({ services, installation, problems }: Status): string {
  return [
    ...servicesText(services),
    ...(installation === undefined ? [] : installationText(installation)),
    ...certificatesText(services),
    '',
    ...(problems.length === 0 ? ['Tudo em ordem.'] : problems.map((problem) => `✗ ${problem}`)),
  ].join('\n');
}

function servicesText(services: readonly ServiceStatus[]): string[] {
  if (services.length === 0) return ['Processos      sem endereço interno (INTERNAL_PORT): nada a perguntar'];
  return services.map(({ service = '?', address, state, checks }, index) => {
    const failed = checks.filter(({ ok }) => !ok).map(({ name }) => name);
    const why = failed.length === 0 ? '' : `: ${failed.join(', ')}`;
    return `${label(index === 0, 'Processos')}${service.padEnd(10)} ${address.padEnd(24)} ${STATES[state]}${why}`;
  });
}

const label = (isFirst: boolean, text: string): string => (isFirst ? text : '').padEnd(15);

function installationText(found: InstallationStatus): string[] {
  const { followers, work } = found;
  const late = followers.filter(({ secondsBehind }) => secondsBehind > 0);
  const current = followers.length - late.length;
  return [
    `${label(true, 'Instalação')}${found.installationId ?? 'ainda sem identidade'}`,
    `${label(true, 'Registro')}${found.position ?? 'vazio'}`,
    `${label(true, 'Em dia')}${current} de ${followers.length} que seguem o registro`,
    ...shown(late, 'Atrasados', ({ name, secondsBehind }) => `${name.padEnd(26)} ${timeText(secondsBehind)}`),
    ...shown(
      work,
      'Trabalhos',
      ({ kind, due, oldestSeconds }) =>
        `${kind.padEnd(26)} ${String(due).padStart(7)}   o mais antigo há ${timeText(oldestSeconds)}`,
    ),
    ...(work.length === 0 ? [`${label(true, 'Trabalhos')}nenhum em aberto`] : []),
    ...shown(
      found.deadLetters ?? [],
      'Desistências',
      ({ queue, count, newestSeconds }) =>
        `${queue.padEnd(26)} ${String(count).padStart(7)}   a mais recente há ${timeText(newestSeconds)}`,
    ),
    `${label(true, 'Webhooks')}${found.webhookDeliveriesPending} avisos a enviar`,
    `${label(true, 'Disco')}${(found.diskFreeBytes / GIB).toFixed(1)} GiB livres`,
  ];
}

function shown<Row>(rows: readonly Row[], name: string, text: (row: Row) => string): string[] {
  const more = rows.length - SHOWN;
  return [
    ...rows.slice(0, SHOWN).map((row, index) => `${label(index === 0, name)}${text(row)}`),
    ...(more > 0 ? [`${label(false, '')}e mais ${more}`] : []),
  ];
}

function certificatesText(services: readonly ServiceStatus[]): string[] {
  const ends = new Map(services.flatMap(({ certificates }) => Object.entries(certificates)));
  return [...ends].map(
    ([name, end], index) =>
      `${label(index === 0, 'Certificados')}${name.padEnd(26)} vence em ${end.toISOString().slice(0, 10)}`,
  );
}

/** A span of time in its largest unit. */
function timeText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} dias`;
}
