import { clauseFieldsIn, withClauses } from '@lacre/contracts/template-clauses';
import { danglingReferencesIn } from '@lacre/contracts/template-numbers';

import { useDebounced } from '@/lib/hooks/use-debounced.ts';

import { DocumentPreview } from './document-preview.tsx';
import { STILL_MS } from './stillness.ts';

/** The document that a text makes, as it will be signed. */
export function TextPreview({
  title: typedTitle,
  text: typedText,
  beside,
  keptId,
}: {
  title: string;
  text: string;
  /** The text stands beside it. */
  beside: boolean;
  /** Of the template that keeps this text, for users who may use it and not edit it. */
  keptId?: string | undefined;
}) {
  const title = useDebounced(typedTitle, STILL_MS).trim();
  const text = useDebounced(typedText, STILL_MS).trim();
  const inAll = danglingReferencesIn(text);
  return (
    <DocumentPreview
      clauses={clauseFieldsIn(text)}
      previewedWith={(values) => {
        if (title === '' || text === '') return undefined;
        return keptId === undefined
          ? { written: { title, text, values } }
          : { templateId: keptId, using: { participants: [], values } };
      }}
      lostWithout={(left) =>
        danglingReferencesIn(withClauses(text, (field) => !left.includes(field))).filter(
          (name) => !inAll.includes(name),
        )
      }
      beside={beside}
      empty="O documento aparece aqui quando houver título e texto."
    />
  );
}
