const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** "30 de novembro de 2026 às 18:00 (horário de Brasília)" */
export function formatMoment(moment: Date): string {
  return `${MOMENT.format(moment)} (horário de Brasília)`;
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
export function documentsTitle(documents: readonly string[]): string {
  return documents.length === 1 ? 'Documento' : 'Documentos';
}

/** Which process it is about. A user's words stand on a line of their own: no full stop of ours follows theirs. */
export function processFacts(process: {
  companyName: string;
  summary: string;
}): { label: string; value: string }[] {
  return [
    { label: 'Empresa', value: process.companyName },
    { label: 'Processo', value: process.summary },
  ];
}
