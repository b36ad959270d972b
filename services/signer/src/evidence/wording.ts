import type { ClientContext, Part, SignatureStatus } from '@lacre/contracts';

import type { ProcessEntry } from '../process/process-record.ts';

/** Portuguese for what evidence pages and the validator say of a process. */

export const PARTS: Readonly<Record<Part, string>> = {
  signer: 'Signatário',
  signatory: 'Representante da empresa',
  attestant: 'Testemunha',
};

export const STATUSES: Readonly<Record<SignatureStatus, string>> = {
  signed: 'Assinou',
  rejected: 'Recusou',
  canceled: 'Dispensado',
  pending: 'Pendente',
};

export const AUTHENTICATIONS = {
  'cpf-email-code': 'CPF e código de uso único enviado por e-mail',
} as const;

/** Sentence for a moment of the timeline; null for what is no moment of the document's own. */
export function actionText(action: ProcessEntry['type']): string | null {
  return ACTIONS[action] ?? null;
}

const ACTIONS: Partial<Record<ProcessEntry['type'], string>> = {
  ProcessCreated: 'Processo criado e documento enviado para assinatura',
  SignatureSigned: 'Documento assinado',
  SignatureRejected: 'Assinatura recusada',
  DocumentCompleted: 'Todas as assinaturas exigidas foram colhidas',
  DocumentRejected: 'Documento recusado',
  DocumentCanceled: 'Documento cancelado',
  DocumentSealed: 'Documento selado',
  ProcessFinished: 'Processo finalizado',
  ProcessRejected: 'Processo recusado',
  ProcessCanceled: 'Processo cancelado',
};

const brasilia = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
});

/** `21/11/2026 11:26:12 (UTC−03:00)`: Brasília time with its offset. */
export function brasiliaTime(instant: string): string {
  const parts = new Map(brasilia.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const offset = get('timeZoneName').replace('GMT', 'UTC').replace('-', '−');
  return `${get('day')}/${get('month')}/${get('year')} ${get('hour')}:${get('minute')}:${get('second')} (${offset})`;
}

/** Where the device said it was: reported, not proven. */
export function placeText({ state, country, latitude, longitude }: ClientContext): string | null {
  const region = [state, country].filter((word) => word !== undefined).join(', ');
  const coordinates = latitude !== undefined && longitude !== undefined ? `${latitude}, ${longitude}` : '';
  const text = [region, coordinates].filter((word) => word !== '').join(' · ');
  return text === '' ? null : text;
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bSamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)\S* .*Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** `Chrome 141 · Windows`, from the user agent; what is not recognised is shown as sent, cut short. */
export function deviceText(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent));
  const version = browser?.[0].exec(userAgent)?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const text = [browser && `${browser[1]} ${version}`, system].filter(Boolean).join(' · ');
  return text === '' ? userAgent.slice(0, 60) : text;
}

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `1,2 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${number.format(bytes / 1024)} KB`;
  return `${number.format(bytes / 1024 / 1024)} MB`;
}
