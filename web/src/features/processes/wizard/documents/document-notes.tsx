import type { RemovedPart } from '@lacre/contracts';
import { CircleHelp } from 'lucide-react';

import { Badge } from '@/components/ui/display/badge.tsx';
import { PrintsOtherwise } from '@/entities/document/prints-otherwise.tsx';
import { isPdfName } from '@/entities/upload/taken-kinds.ts';
import type { DraftDocument, DraftSelection } from '@/features/processes/wizard/draft/draft.ts';
import { formatBytes, formatList, plural } from '@/lib/format/format.ts';

/** What is to know of a document, in small print. */
export function DocumentNotes({ document }: { document: DraftDocument }) {
  const { template } = document;
  if (template !== undefined && template.kind !== 'pdf')
    return (
      <p className="text-[0.8125rem] text-muted">
        Modelo: o documento é gerado com os dados da empresa e de quem assina.
      </p>
    );
  const notes = [
    ...(template === undefined ? [] : ['modelo']),
    ...(template !== undefined || isPdfName(document.chosenName) ? [] : ['convertido para PDF']),
    plural(document.pages, 'página'),
    formatBytes(document.sizeBytes),
    ...(document.alreadySigned
      ? ['já traz assinaturas, que serão mantidas; a página de assinaturas será um arquivo à parte']
      : []),
  ];
  const removed = removedWords(document);
  return (
    <>
      {document.printsOtherwise === true && <PrintsOtherwise className="mt-2" />}
      {document.restrictionsLifted === 'stated' && (
        <p className="text-[0.8125rem] text-muted">
          Restrições do autor retiradas, pela sua declaração de que tem esse direito.
        </p>
      )}
      <p className="text-[0.8125rem] text-muted">{notes.join(' · ')}</p>
      {removed.length > 0 && (
        <p className="text-[0.8125rem] text-muted">
          Por segurança, retiramos do arquivo: {formatList(removed)}.
        </p>
      )}
    </>
  );
}

/** The question that is put with a document, in one line. */
export function Question({
  selection: { question, options, minimum, maximum },
}: {
  selection: DraftSelection;
}) {
  const howMany =
    minimum === maximum ? plural(maximum, 'opção', 'opções') : `de ${minimum} a ${maximum} opções`;
  return (
    <p className="mt-1 flex flex-wrap items-center gap-1.5 text-[0.8125rem] text-muted">
      <Badge tone="info" icon={<CircleHelp aria-hidden="true" />}>
        Pergunta
      </Badge>
      <span className="wrap-anywhere">
        “{question}” {options.join(' / ')} ({howMany})
      </span>
    </p>
  );
}

/** What was taken out of a file on its way in, in words. */
export const removedWords = ({ removed = [] }: DraftDocument): string[] =>
  removed.flatMap((part) => REMOVED_PARTS[part] ?? []);

/** The removed opening view is not reported. */
const REMOVED_PARTS: Readonly<Record<RemovedPart, string | undefined>> = {
  actions: 'ações automáticas e scripts',
  'dynamic-forms': 'formulário dinâmico (XFA)',
  'form-actions': 'botões que enviam dados',
  files: 'arquivos anexados',
  'file-links': 'atalhos para outros arquivos',
  media: 'áudio e vídeo',
  'print-differences': 'o que mudaria na impressão ou de um leitor para outro',
  layers: 'camadas que se ligam e desligam (fica o que a tela mostrava)',
  'usage-rights': 'direitos de uso do Adobe Reader, que deixariam de valer',
  'opening-view': undefined,
};
