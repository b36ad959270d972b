import {
  Bold,
  Pilcrow,
  Heading1,
  Heading2,
  Italic,
  List,
  ListOrdered,
  TableColumnsSplit,
  TableRowsSplit,
  ToggleRight,
} from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';

import { InsertMenu } from './insert-menu.tsx';
import type { RoleDraft } from './template-form-values.ts';
import {
  asClause,
  asLines,
  asNumberedClauses,
  inBold,
  inItalics,
  inserted,
  withTableColumn,
  withTableRow,
  type Written,
} from './text-edits.ts';

type Change = (written: Written) => Written;

const FORMATS: readonly { label: string; icon: ReactNode; change: Change }[] = [
  { label: 'Negrito (Ctrl+B)', icon: <Bold />, change: inBold },
  { label: 'Itálico (Ctrl+I)', icon: <Italic />, change: inItalics },
  { label: 'Título', icon: <Heading1 />, change: (written) => asLines(written, 'heading-1') },
  { label: 'Subtítulo', icon: <Heading2 />, change: (written) => asLines(written, 'heading-2') },
  { label: 'Lista', icon: <List />, change: (written) => asLines(written, 'bullet') },
  { label: 'Lista numerada', icon: <ListOrdered />, change: (written) => asLines(written, 'number') },
  { label: 'Tabela, ou linha da tabela (Ctrl+Enter)', icon: <TableRowsSplit />, change: withTableRow },
  { label: 'Coluna da tabela', icon: <TableColumnsSplit />, change: withTableColumn },
  { label: 'Cláusula numerada', icon: <Pilcrow />, change: asNumberedClauses },
  {
    label: 'Cláusula que entra ou não',
    icon: <ToggleRight />,
    change: (written) => asClause(written),
  },
];

/** What changes the text where the caret is. */
export function EditorBar({
  roles,
  onChange,
}: {
  roles: readonly RoleDraft[];
  onChange: (change: Change) => void;
}) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <fieldset className="flex min-w-0 flex-wrap gap-1">
        <legend className="sr-only">Formatar o texto</legend>
        {FORMATS.map(({ label, icon, change }) => (
          <Button
            key={label}
            variant="ghost"
            size="iconSm"
            aria-label={label}
            title={label}
            icon={icon}
            onClick={() => onChange(change)}
          />
        ))}
      </fieldset>
      <InsertMenu
        roles={roles}
        onInsert={(name) => onChange((written) => inserted(written, `{{${name}}}`))}
      />
    </div>
  );
}
