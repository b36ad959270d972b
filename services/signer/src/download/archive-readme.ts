import { TIME_ZONE } from '@lacre/contracts';

import type { DownloadRecord } from './download-record.ts';
import type { PlannedFile } from './planned-file.ts';

export const README_NAME = 'LEIA-ME.txt';

const MOMENT = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
});

/**
 * What lies in the zip and how to check it. It names the download, so that no two zips are the same file: what expires
 * with one download is no other's. Lines end as Windows ends them, and a byte order mark says that it is UTF-8.
 */
export function archiveReadme(
  { requested, requestedAt }: DownloadRecord,
  { tenantName, files, publicUrl }: { tenantName: string; files: readonly PlannedFile[]; publicUrl: string },
): Buffer {
  const one = files.length === 1;
  const lines = [
    'LACRE: DOCUMENTOS SELADOS',
    '',
    `Download: ${requested.description}`,
    `Conta: ${tenantName}`,
    `Pedido em: ${MOMENT.format(new Date(requestedAt))} (horário de Brasília)`,
    `Número do pedido: ${requested.downloadId}`,
    '',
    '',
    'O QUE HÁ AQUI',
    '',
    one
      ? 'Um documento em PDF, assinado pelas pessoas que ele mesmo indica e fechado'
      : `${files.length} documentos em PDF, assinados pelas pessoas que eles mesmos indicam e fechados`,
    'com o selo eletrônico da plataforma, que revela qualquer alteração posterior.',
    '',
    ...files.flatMap(({ path, validationCode, file, evidence }, index) => [
      `${index + 1}. ${path}`,
      `   Código de validação: ${validationCode}`,
      `   SHA-256: ${file.sha256}`,
      ...(evidence === undefined ? [] : besideLines(evidence)),
      '',
    ]),
    '',
    'COMO CONFERIR',
    '',
    `1. Abra ${publicUrl}/validate`,
    '2. Arraste o PDF para a página. Não é preciso ter conta, e o arquivo não é',
    '   guardado.',
    '3. A página diz se o documento é autêntico e íntegro, quem assinou e quando.',
    '',
    'Leitores de PDF que conferem assinaturas digitais (padrão PAdES) também mostram',
    'o selo.',
    '',
    '',
    'COMO GUARDAR',
    '',
    'Guarde os arquivos PDF como estão: a versão impressa não leva as assinaturas, e',
    'um arquivo editado ou salvo de novo por outro programa perde o selo.',
    '',
  ];
  return Buffer.from(`\u{feff}${lines.join('\r\n')}`);
}

/** Of a document that had signatures of others when it came, and so takes no pages. */
const besideLines = ({ path, file }: NonNullable<PlannedFile['evidence']>): string[] => [
  `   Página de assinaturas, em arquivo à parte: ${path}`,
  `   SHA-256: ${file.sha256}`,
];
