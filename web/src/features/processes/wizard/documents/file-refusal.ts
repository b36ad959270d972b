import { MAX_UPLOAD_BYTES, MAX_UPLOAD_MB, UPLOAD_EXTENSIONS } from '@lacre/contracts/limits';

import { ANY_KIND, isPdfName } from '@/entities/upload/taken-kinds.ts';

/** The name a file has once it is a document: every one of them becomes a PDF. */
const asDocument = (name: string) => name.toLocaleLowerCase('pt-BR').replace(EXTENSION, '.pdf');
const EXTENSION = new RegExp(String.raw`\.(?:${UPLOAD_EXTENSIONS.join('|')})$`);

/** Whether two files would be documents of the same name: as people compare, without regard to case. */
export const sameName = (one: string, other: string): boolean => asDocument(one) === asDocument(other);

/** What keeps a file from being sent, or undefined. */
export function fileRefusal(
  file: { name: string; size: number },
  takenNames: readonly string[],
  /** What to do with files that would have to be converted, where nothing converts. */
  advice?: string,
): string | undefined {
  if (!EXTENSION.test(file.name.toLocaleLowerCase('pt-BR')))
    return `Este tipo de arquivo não é aceito. Envie ${ANY_KIND}.`;
  if (advice !== undefined && !isPdfName(file.name)) return advice;
  if (file.size === 0) return 'O arquivo está vazio.';
  if (file.size > MAX_UPLOAD_BYTES) {
    return `O arquivo passa do limite de ${MAX_UPLOAD_MB} MB.`;
  }
  if (takenNames.some((taken) => sameName(taken, file.name))) {
    return 'Já há um arquivo com este nome neste processo.';
  }
  return undefined;
}
