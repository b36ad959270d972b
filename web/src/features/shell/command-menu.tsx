import { MAX_SEARCH_LENGTH } from '@lacre/contracts/limits';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { ListboxOption } from '@/components/ui/fields/listbox-option.tsx';
import { Modal } from '@/components/ui/overlays/modal.tsx';
import type { CurrentUser } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

import { useCommands, type Command, type CommandGroup } from './use-commands.ts';

/** Finds commands, places, and what the tenant has, by typing; after the WAI-ARIA combobox pattern. */
export default function CommandMenu({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const { groups, busy, failed } = useCommands(user, text.trim());
  const commands = groups.flatMap((group) => group.commands);
  const active = Math.min(marked, commands.length - 1);
  const take = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : commands.length - 1;
      if (commands.length > 0) setMarked((active + step) % commands.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take(commands[active]);
    }
  }

  return (
    <Modal
      labelledBy={`${id}-title`}
      onDismiss={onClose}
      className="flex items-start justify-center p-3 sm:p-4 sm:pt-[12vh]"
    >
      <div className="flex max-h-full w-full max-w-xl animate-rise flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-float sm:max-h-[70vh]">
        <h2 id={`${id}-title`} className="sr-only">
          Buscar e executar comandos
        </h2>
        <div className="flex items-center gap-3 border-b border-line px-4">
          <Search aria-hidden="true" className="size-[18px] shrink-0 text-subtle" />
          <input
            role="combobox"
            aria-label="Comando, processo, empresa ou pessoa"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder="O que você procura?"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setMarked(0);
            }}
            onKeyDown={onKeyDown}
            className="h-14 min-w-0 flex-1 bg-transparent text-base outline-2 -outline-offset-2 outline-transparent placeholder:text-subtle"
          />
          {busy && <Spinner className="shrink-0 text-subtle" />}
          <button
            type="button"
            onClick={onClose}
            className="h-8 shrink-0 rounded-lg border border-line-strong px-2 text-xs text-muted hover:bg-hover"
          >
            Fechar
          </button>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-2">
          {commands.length === 0 && !busy && (
            <p className="px-3 py-8 text-center text-sm text-muted">
              {failed ?? 'Nada encontrado. Tente outra palavra, um CPF ou um CNPJ.'}
            </p>
          )}
          <CommandList id={id} groups={groups} active={active} onMark={setMarked} onTake={take} />
          {commands.length > 0 && failed !== undefined && (
            <p className="px-3 py-2 text-sm text-danger">{failed}</p>
          )}
        </div>
        <output className="sr-only">
          {text.trim() !== '' && !busy ? `${commands.length} resultados` : ''}
        </output>
      </div>
    </Modal>
  );
}

function CommandList({
  id,
  groups,
  active,
  onMark,
  onTake,
}: {
  id: string;
  groups: readonly CommandGroup[];
  active: number;
  onMark: (index: number) => void;
  onTake: (command: Command) => void;
}) {
  // Where each group's first command stands among all of them.
  const starts = groups.map((_group, at) =>
    groups.slice(0, at).reduce((sum, { commands }) => sum + commands.length, 0),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be filtered by typing
    <div id={`${id}-list`} role="listbox" aria-label="Resultados" tabIndex={-1}>
      {groups.map((group, at) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, of no form
        <div key={group.label} role="group" aria-label={group.label} className="pb-1">
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-medium text-subtle">
            {group.label}
          </p>
          {group.commands.map((command, within) => {
            const index = (starts[at] ?? 0) + within;
            return (
              <ListboxOption
                key={command.id}
                id={`${id}-${index}`}
                active={index === active}
                selected={index === active}
                onHover={() => onMark(index)}
                onTake={() => onTake(command)}
                className="gap-3 px-3"
                activeClassName="bg-primary-soft"
              >
                <command.icon
                  aria-hidden="true"
                  className={cn(
                    'size-[18px] shrink-0',
                    index === active ? 'text-primary-ink' : 'text-subtle',
                  )}
                />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{command.label}</span>
                  {command.detail !== undefined && (
                    <span className="block truncate text-xs text-muted tabular">{command.detail}</span>
                  )}
                </span>
              </ListboxOption>
            );
          })}
        </div>
      ))}
    </div>
  );
}
