import { valueFormatOf } from '@lacre/contracts/value-formats';

import { DocumentPreview } from './document-preview.tsx';
import type { TemplateWord } from './template-form-values.ts';

/** The fields of a Word document that are answered by yes or no. */
const clausesIn = ({ placeholders }: Pick<TemplateWord, 'placeholders'>): readonly string[] =>
  placeholders.filter((name) => valueFormatOf(name) === 'simnao');

/** The document that a Word file makes; nothing where it has no clauses, since it is shown whole already. */
export function WordPreview({
  file,
  keptId,
}: {
  file: Pick<TemplateWord, 'placeholders' | 'proof'>;
  /** Of the template that keeps it, if one does. */
  keptId: string | undefined;
}) {
  const clauses = clausesIn(file);
  if (clauses.length === 0) return null;
  const { proof } = file;
  return (
    <DocumentPreview
      // Another file has clauses of its own.
      key={proof ?? keptId}
      clauses={clauses}
      previewedWith={(values) => {
        if (proof !== undefined) return { written: { kind: 'word', proof, values } };
        return keptId === undefined ? undefined : { templateId: keptId, using: { participants: [], values } };
      }}
      beside={false}
      empty="O documento aparece aqui."
    />
  );
}
