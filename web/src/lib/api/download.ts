import type { ParamsOf, QueryOf } from '@lacre/contracts';

import type { ApiClient } from './client.ts';
import { asProblem } from './problem.ts';

type FileOperation =
  | 'readDocument'
  | 'downloadSealed'
  | 'downloadEvidence'
  | 'downloadPartialCopy'
  | 'downloadArchive';

/**
 * Saves a file of the API on the device, under the given name. Through fetch, because a plain link cannot carry the
 * authorization header.
 * @throws Problem
 */
export async function downloadFile<Name extends FileOperation>(
  client: Pick<ApiClient, 'download'>,
  name: Name,
  params: ParamsOf<Name>,
  fileName: string,
): Promise<void> {
  // Each of these takes path parameters and nothing else.
  const download = client.download as (name: Name, options: { params: ParamsOf<Name> }) => Promise<Response>;
  try {
    const answer = await download(name, { params });
    saveBlob(await answer.blob(), fileName);
  } catch (error) {
    throw asProblem(error);
  }
}

type Export = 'exportEvents' | 'exportSecurityEvents' | 'exportCreditStatement' | 'exportReport';

/** Saves a list of the account as a file, under the name that the server gives it. @throws Problem */
export async function exportFile<Name extends Export>(
  client: Pick<ApiClient, 'download'>,
  name: Name,
  query: QueryOf<Name>,
): Promise<void> {
  const download = client.download as (name: Name, options: { query: QueryOf<Name> }) => Promise<Response>;
  try {
    const answer = await download(name, { query });
    const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    saveBlob(await answer.blob(), named ?? 'lacre');
  } catch (error) {
    throw asProblem(error);
  }
}

/** Saves the key that identifies who is masked in a document's evidence. @throws Problem */
export async function downloadEvidenceKey(
  client: Pick<ApiClient, 'call'>,
  params: ParamsOf<'evidenceKey'>,
  documentName: string,
): Promise<void> {
  const key = await client.call('evidenceKey', { params });
  const blob = new Blob([`${JSON.stringify(key, null, 2)}\n`], { type: 'application/json' });
  saveBlob(blob, `${documentName.replace(/\.(?:pdf|docx?|odt)$/i, '')}-chave-da-evidencia.json`);
}

/** Long enough for the browser to have taken the file over, milliseconds. */
const RELEASE_AFTER_MS = 60_000;

/** Saves bytes that are at hand on the device, under the given name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
}

/** The name of a sealed copy: "contrato.docx" becomes "contrato-assinado.pdf". */
export function sealedFileName(name: string): string {
  return `${name.replace(/\.(?:pdf|docx?|odt)$/i, '')}-assinado.pdf`;
}

/** The name of evidence pages in a file of their own: "contrato.docx" becomes "contrato-assinaturas.pdf". */
export function evidenceFileName(name: string): string {
  return `${name.replace(/\.(?:pdf|docx?|odt)$/i, '')}-assinaturas.pdf`;
}

/** The name of a copy made before all have signed: "contrato.docx" becomes "contrato-parcial.pdf". */
export function partialFileName(name: string): string {
  return `${name.replace(/\.(?:pdf|docx?|odt)$/i, '')}-parcial.pdf`;
}

/** The name of the PDF that signers see: "contrato.docx" becomes "contrato.pdf". */
export function originalFileName(name: string): string {
  return `${name.replace(/\.(?:pdf|docx?|odt)$/i, '')}.pdf`;
}
