import { requestingKey } from '@lacre/contracts/placeholder';
import { VALUE_FORMATS } from '@lacre/contracts/value-formats';
import { Braces } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Menu, MenuItem, MenuLabel } from '@/components/ui/actions/dropdown-menu.tsx';
import { COMPANY_WORDS, PERSON_WORDS } from '@/entities/template/placeholder-words.ts';

import type { RoleDraft } from './template-form-values.ts';

/** Everything a text may speak of, to be put where the caret is. */
export function InsertMenu({
  roles,
  onInsert,
}: {
  roles: readonly RoleDraft[];
  onInsert: (placeholder: string) => void;
}) {
  const item = (name: string, label: string) => (
    <MenuItem key={name} onSelect={() => onInsert(name)}>
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span>{label}</span>
        <span className="min-w-0 font-mono text-xs wrap-anywhere text-subtle">{name}</span>
      </span>
    </MenuItem>
  );
  return (
    <Menu
      trigger={
        <Button size="sm" icon={<Braces />}>
          Inserir campo
        </Button>
      }
    >
      <MenuLabel>Geral</MenuLabel>
      {item('data', 'Data de hoje, por extenso')}
      {item('conta.nome', 'Nome da sua conta')}
      {item('campo', 'Um campo a preencher ao usar')}
      <MenuLabel>Números que acompanham as cláusulas</MenuLabel>
      {item('1', 'Número da próxima cláusula')}
      {item('1.1', 'Número do próximo item dela')}
      {item('1:nome', 'Número de uma cláusula com nome')}
      {item('ver:nome', 'O número da cláusula com esse nome')}
      <MenuLabel>A preencher, conferidos</MenuLabel>
      {Object.entries(VALUE_FORMATS).map(([format, { label }]) => item(`campo:${format}`, label))}
      <MenuLabel>Empresa</MenuLabel>
      {Object.entries(COMPANY_WORDS).map(([what, word]) => item(`empresa.${what}`, word))}
      {roles.map((role) => (
        <div key={role.key}>
          <MenuLabel>{role.label === '' ? role.key : role.label}</MenuLabel>
          {Object.entries(PERSON_WORDS).map(([what, word]) => item(`${role.key}.${what}`, word))}
          {role.atRequest && (
            <>
              <MenuLabel>A rogo de quem assina: {role.label === '' ? role.key : role.label}</MenuLabel>
              {Object.entries(PERSON_WORDS).map(([what, word]) =>
                item(`${requestingKey(role.key)}.${what}`, word),
              )}
            </>
          )}
        </div>
      ))}
    </Menu>
  );
}
