import type {
  ClientContext,
  FaceCapture,
  FaceEvidence,
  FaceRegister,
  LegalClaim,
  Part,
  SignatureStatus,
} from '@lacre/contracts';
import { deviceText } from '@lacre/contracts/device-text';
import { ERASED } from '@lacre/contracts/erased';
import { LEGAL_CLASSES } from '@lacre/contracts/legal-class';
import type { SealLevel } from '@lacre/contracts/seal-steps';
import { TIME_ZONE } from '@lacre/contracts/time-zone';
import { processDescriptionOf } from '@lacre/contracts/timeline';

import type { ProcessEntry } from '../process/process-record.ts';
import type { EvidenceContact } from './contact-facts.ts';
import type { EvidenceMethod } from './evidence-method.ts';

/** Portuguese for what evidence pages say of a process. */

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

/** The class claimed, why, and what of the law's letters is not met. */
export function claimText({ class: claimed, why, met }: LegalClaim): string {
  const { label, source } = LEGAL_CLASSES[claimed];
  const missing = Object.entries(met).flatMap(([letter, by]) => (by === null ? [letter] : []));
  const short = missing.length === 0 ? '' : ` Do art. 4º, II, não se afirma: ${missing.join(', ')}.`;
  return `${label} (${source}): ${why}.${short}`;
}

/** `CPF e código de uso único por e-mail · localização · rosto (semelhança de 97,4%)` */
export function methodsText(
  methods: readonly EvidenceMethod[],
  contact: EvidenceContact | null = null,
  at: string | null = null,
): string {
  const text = methods.map((method) => methodText(method, contact, at)).join(' · ');
  return text === '' ? 'não informado' : text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);
}

function methodText(method: EvidenceMethod, contact: EvidenceContact | null, at: string | null): string {
  const to = contact === null ? '' : `, enviado a ${contact.masked}`;
  if (method.kind === 'email-code') return `CPF e código de uso único por e-mail${to}`;
  if (method.kind === 'sms-code') return `CPF e código de uso único por SMS${to}`;
  if (method.kind === 'known-device')
    return `CPF e dispositivo confirmado antes por código de uso único${to}`;
  if (method.kind === 'location') return 'localização';
  return faceText(method, at);
}

/** The comparison, and where trust in the compared face begins: at its enrolment. */
function faceText(face: FaceEvidence, at: string | null): string {
  const { similarity, threshold, enrolledAt, consentVersion, capture, modelId, enrolment } = face;
  const consented = consentVersion === undefined ? '' : `, termo de consentimento ${consentVersion}`;
  const how = enrolment === undefined ? '' : `, ${ENROLLED_BY[enrolment.capture](enrolment.photos)}`;
  const before = at === null ? '' : `, ${elapsed(enrolledAt, at)} antes deste ato`;
  const origin =
    enrolment === undefined
      ? ''
      : `, cadastro ${enrolment.enrolmentId}, feito em sessão que comprovou o mesmo contato${registerText(enrolment.register)}`;
  const shown = capture === 'live' ? 'mostrado à câmera' : 'de uma foto de arquivo';
  return (
    `rosto ${shown} (semelhança de ${number.format(similarity)}%, mínimo ${number.format(threshold)}%, com o cadastrado ` +
    `em ${brasiliaTime(enrolledAt)}${before}${how}${origin}${consented}; ${modelId})`
  );
}

/** Where an identity check outside knew the face when it was enrolled. */
const registerText = (register: FaceRegister | undefined): string =>
  register === undefined
    ? ''
    : ` e comparado então, pelo CPF, com o que tem ${register.source} (semelhança de ` +
      `${number.format(register.similarity)}%, mínimo ${number.format(register.threshold)}%)`;

const ENROLLED_BY: Readonly<Record<FaceCapture, (photos: number) => string>> = {
  live: (photos) => `com ${counted(photos, 'imagem', 'imagens')} da câmera`,
  file: (photos) => `com ${counted(photos, 'foto', 'fotos')} de arquivo`,
};

/** `4 minutos`: whole units, of the largest that fits. */
function elapsed(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((new Date(to).getTime() - new Date(from).getTime()) / 1000));
  if (seconds < 60) return 'menos de um minuto';
  if (seconds < 3600) return counted(Math.floor(seconds / 60), 'minuto', 'minutos');
  if (seconds < 86_400) return counted(Math.floor(seconds / 3600), 'hora', 'horas');
  return counted(Math.floor(seconds / 86_400), 'dia', 'dias');
}

/** What a level of the seal means to a layperson. */
export const LEVELS: Readonly<Record<SealLevel, string>> = {
  'B-B': 'PAdES B-B: assinatura digital da plataforma. A data é a que a própria plataforma informa.',
  'B-T':
    'PAdES B-T: assinatura digital da plataforma com carimbo do tempo, que comprova desde quando o selo existe.',
  'B-LT':
    'PAdES B-LT: assinatura digital da plataforma com carimbo do tempo e com os dados para conferir o certificado ' +
    'mesmo depois que ele expirar.',
  'B-LTA':
    'PAdES B-LTA, o mais duradouro: assinatura digital da plataforma com carimbo do tempo, com os dados para ' +
    'conferir o certificado mesmo depois que ele expirar e com um carimbo de arquivamento, que pode ser renovado ' +
    'para que o selo se comprove por muitos anos.',
};

/** Sentence for a moment of the timeline. */
export const actionText = (action: ProcessEntry['type']): string | null => {
  const description = processDescriptionOf(action);
  return description?.evidence ?? description?.title ?? null;
};

const brasilia = new Intl.DateTimeFormat('pt-BR', {
  timeZone: TIME_ZONE,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
});

interface BrasiliaMoment {
  /** `21/11/2026` */
  readonly date: string;
  /** `11:26:12` */
  readonly time: string;
  /** `UTC−03:00` */
  readonly offset: string;
}

/** A moment by the clocks of Brasília, which kept summer time until 2019. */
export function brasiliaMoment(instant: string): BrasiliaMoment {
  const parts = new Map(brasilia.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const get = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  return {
    date: `${get('day')}/${get('month')}/${get('year')}`,
    time: `${get('hour')}:${get('minute')}:${get('second')}`,
    offset: get('timeZoneName').replace('GMT', 'UTC').replace('-', '−'),
  };
}

/** `21/11/2026 11:26:12 (UTC−03:00)` */
export function brasiliaTime(instant: string): string {
  const { date, time, offset } = brasiliaMoment(instant);
  return `${date} ${time} (${offset})`;
}

const MONTHS = [
  'janeiro',
  'fevereiro',
  'março',
  'abril',
  'maio',
  'junho',
  'julho',
  'agosto',
  'setembro',
  'outubro',
  'novembro',
  'dezembro',
] as const;

/** `21 de novembro de 2026` */
export function dateInWords(instant: string): string {
  const [day = '', month = '', year = ''] = brasiliaMoment(instant).date.split('/');
  return `${day === '01' ? '1º' : String(Number(day))} de ${MONTHS[Number(month) - 1]} de ${year}`;
}

/** `21 de novembro de 2026, às 11:26:12 (horário de Brasília, UTC−03:00)` */
export function momentInWords(instant: string): string {
  const { time, offset } = brasiliaMoment(instant);
  return `${dateInWords(instant)}, às ${time} (horário de Brasília, ${offset})`;
}

/** A person's name within a sentence; who they were, when it was erased: `pessoa com dados removidos`. */
export const nameText = (name: string, who = 'pessoa'): string =>
  name === ERASED ? `${who} com ${ERASED}` : name;

/** From where the act came. What was erased says so, once. */
export function connectionText({ ip, userAgent }: ClientContext): string {
  if (ip === ERASED) return ERASED;
  const device = userAgent === ERASED ? ERASED : deviceText(userAgent);
  return `IP ${ip ?? 'não registrado'} · ${device ?? 'aparelho não informado'}`;
}

/** Where the device said it was: reported, not proven. */
export function placeText({ city, state, country, latitude, longitude }: ClientContext): string | null {
  if ([city, state, country].includes(ERASED)) return ERASED;
  const region = [city, state, country].filter((word) => word !== undefined).join(', ');
  const coordinates = latitude !== undefined && longitude !== undefined ? `${latitude}, ${longitude}` : '';
  const text = [region, coordinates].filter((word) => word !== '').join(' · ');
  return text === '' ? null : text;
}

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** `1,2 MB` */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${number.format(bytes / 1024)} KB`;
  return `${number.format(bytes / 1024 / 1024)} MB`;
}

/** `1 assinatura`, `2 assinaturas` */
export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** `Cópia parcial: faltam 2 assinaturas` */
export const partialText = (missing: number): string =>
  missing === 0
    ? 'Cópia parcial: documento ainda não concluído'
    : `Cópia parcial: ${missing === 1 ? 'falta' : 'faltam'} ${counted(missing, 'assinatura', 'assinaturas')}`;
