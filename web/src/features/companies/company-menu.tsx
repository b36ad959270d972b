import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, CirclePause, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { MenuItem, MenuSeparator } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import type { Company } from '@/entities/company/queries.ts';

import { CompanyActionDialog, type CompanyAction } from './company-action-dialog.tsx';

/** What can be done with a company besides editing it. */
export function CompanyMenu({ company }: { company: Company }) {
  const navigate = useNavigate();
  const [action, setAction] = useState<CompanyAction>();
  return (
    <>
      <MoreMenu label="Mais ações da empresa">
        {company.active ? (
          <MenuItem icon={<CirclePause />} onSelect={() => setAction('deactivate')}>
            Inativar empresa
          </MenuItem>
        ) : (
          <MenuItem icon={<CircleCheck />} onSelect={() => setAction('activate')}>
            Ativar empresa
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger onSelect={() => setAction('remove')}>
          Remover empresa
        </MenuItem>
      </MoreMenu>
      {action !== undefined && (
        <CompanyActionDialog
          company={company}
          action={action}
          onClose={() => setAction(undefined)}
          onRemoved={() => navigate({ to: '/companies', ignoreBlocker: true })}
        />
      )}
    </>
  );
}
