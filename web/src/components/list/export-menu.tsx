import { FileDown, FileJson, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Menu, MenuItem } from '@/components/ui/actions/dropdown-menu.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { asProblem } from '@/lib/api/problem.ts';

export type ExportFormat = 'csv' | 'json';

/** Saves a whole list, with the filters it has, as a file. */
export function ExportMenu({
  about,
  onExport,
}: {
  /** What is exported, where a page has several. */
  about?: string;
  onExport: (format: ExportFormat) => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat): Promise<void> => {
    setBusy(true);
    try {
      await onExport(format);
    } catch (error) {
      toast.error('Não foi possível exportar', { description: asProblem(error).title });
    }
    setBusy(false);
  };
  return (
    <Menu
      trigger={
        <Button busy={busy} icon={<FileDown />}>
          Exportar
          {about !== undefined && <span className="sr-only"> {about}</span>}
        </Button>
      }
    >
      <MenuItem icon={<FileSpreadsheet />} onSelect={() => void save('csv')}>
        Planilha (CSV)
      </MenuItem>
      <MenuItem icon={<FileJson />} onSelect={() => void save('json')}>
        JSON com hashes
      </MenuItem>
    </Menu>
  );
}
