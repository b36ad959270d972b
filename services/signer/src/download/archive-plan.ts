import type { DataOf } from '@lacre/contracts';
import { Unprocessable } from '@lacre/work-queue';

import { evidenceBytes, sealedBytes } from '../files/sealed-bytes.ts';
import { evidenceName, sealedName } from '../intake/file-name.ts';
import { readProcess, type ProcessRecord } from '../process/process-record.ts';
import { evidenceBeside } from '../seal/at-once/seal-evidence.ts';
import type { SealParts } from '../seal/seal-work.ts';
import { README_NAME } from './archive-readme.ts';
import { NamesOfFolder } from './entry-name.ts';
import type { PlannedFile } from './planned-file.ts';

export interface ArchivePlan {
  tenantName: string;
  files: readonly PlannedFile[];
}

/**
 * Longest names, bytes: a folder and a file in it, below the folder they are unpacked to, stay under the 260 characters
 * that many programs on Windows end at.
 */
const MAX_FOLDER_BYTES = 80;
const MAX_FILE_BYTES = 120;
const PDF = '.pdf';

/**
 * Where each document goes: side by side when they are of one process, else in a folder for each, called after it.
 * The same request gives the same plan. Pages of signatures that go beside a document are sealed here, once and for
 * all, when they were not requested before.
 *
 * @throws Unprocessable when the log does not say that a document is sealed; as `sealEvidence`
 */
export async function planArchive(
  signer: SealParts,
  { documents, tenantId }: DataOf<'DownloadRequested'>,
): Promise<ArchivePlan> {
  const byProcess = [...Map.groupBy(documents, ({ processId }) => processId)];
  const folders = new NamesOfFolder(README_NAME);
  const files: PlannedFile[] = [];
  let tenantName = '';
  for (const [processId, chosen] of byProcess) {
    const record = await readProcess(signer.log, processId);
    if (record?.created.tenantId !== tenantId) throw new Unprocessable(`no process ${processId}`);
    ({ tenantName } = record.created);
    const alone = byProcess.length === 1;
    const folder = alone ? '' : `${folders.take(record.created.summary, { maxBytes: MAX_FOLDER_BYTES })}/`;
    const names = alone ? folders : new NamesOfFolder();
    for (const { documentId } of chosen)
      files.push(await plannedFile(signer, record, documentId, { folder, names }));
  }
  return { tenantName, files };
}

async function plannedFile(
  signer: SealParts,
  record: ProcessRecord,
  documentId: string,
  { folder, names }: { folder: string; names: NamesOfFolder },
): Promise<PlannedFile> {
  const document = record.document(documentId);
  const sealed = record.find('DocumentSealed', documentId);
  const file = await sealedBytes(signer, record, documentId);
  if (!document || !sealed || !file) throw new Unprocessable(`document ${documentId} is not sealed`);
  const { validationCode, sealedAt } = sealed.data;
  const name = names.take(sealedName(document.name), { maxBytes: MAX_FILE_BYTES, extension: PDF });
  const { processId } = record.created;
  const beside = await evidenceBeside(signer, record, document);
  const evidence = beside && {
    path: `${folder}${names.take(evidenceName(document.name), { maxBytes: MAX_FILE_BYTES, extension: PDF })}`,
    sealedAt: beside.sealedAt,
    file: evidenceBytes(signer, beside),
  };
  return { processId, documentId, path: `${folder}${name}`, sealedAt, validationCode, file, evidence };
}
