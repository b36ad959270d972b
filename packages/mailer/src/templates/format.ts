import type { Language } from '@lacre/contracts/languages';
import { TIME_ZONE } from '@lacre/contracts/time-zone';

const momentIn = (language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE });
const MOMENTS = { 'pt-BR': momentIn('pt-BR'), en: momentIn('en'), es: momentIn('es') } as const;

interface Labels {
  /** Whose clock it is. */
  clock: string;
  document: string;
  documents: string;
  company: string;
  process: string;
}

const LABELS: Readonly<Record<Language, Labels>> = {
  'pt-BR': {
    clock: 'horário de Brasília',
    document: 'Documento',
    documents: 'Documentos',
    company: 'Empresa',
    process: 'Processo',
  },
  en: {
    clock: 'Brasília time',
    document: 'Document',
    documents: 'Documents',
    company: 'Company',
    process: 'Process',
  },
  es: {
    clock: 'hora de Brasilia',
    document: 'Documento',
    documents: 'Documentos',
    company: 'Empresa',
    process: 'Proceso',
  },
};

/** "30 de novembro de 2026 às 18:00 (horário de Brasília)" */
export function formatMoment(moment: Date, language: Language = 'pt-BR'): string {
  return `${MOMENTS[language].format(moment)} (${LABELS[language].clock})`;
}

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
const ONE_DECIMAL = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** "1,4 MB"; units of 1024 bytes. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < MEBIBYTE) return `${Math.ceil(sizeBytes / 1024)} KB`;
  if (sizeBytes < GIBIBYTE) return `${ONE_DECIMAL.format(sizeBytes / MEBIBYTE)} MB`;
  return `${ONE_DECIMAL.format(sizeBytes / GIBIBYTE)} GB`;
}

/** "Documento" or "Documentos": the title of a list. */
export function documentsTitle(documents: readonly string[], language: Language = 'pt-BR'): string {
  return LABELS[language][documents.length === 1 ? 'document' : 'documents'];
}

/** Which process it is about. A user's words stand on a line of their own: no full stop of ours follows theirs. */
export function processFacts({
  companyName,
  summary,
  language = 'pt-BR',
}: {
  companyName: string;
  summary: string;
  language?: Language | undefined;
}): { label: string; value: string }[] {
  const labels = LABELS[language];
  return [
    { label: labels.company, value: companyName },
    { label: labels.process, value: summary },
  ];
}
