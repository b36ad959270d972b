import { formatCnpj, formatCpf } from '@lacre/contracts/brazil';
import { MAX_SEARCH_LENGTH } from '@lacre/contracts/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import {
  Building2,
  FilePlus,
  FileSignature,
  Keyboard,
  LogOut,
  Moon,
  Search,
  Sun,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { Modal } from '@/components/ui/overlays/modal.tsx';
import { useSignOut } from '@/entities/session/use-sign-out.ts';
import { processStatus } from '@/i18n/vocabulary.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { setPreference, usePreferences } from '@/lib/browser/preferences.ts';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';
import { api, type CurrentUser } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

import { commandMenu } from './command-menu-state.ts';
import { placesFor } from './navigation.ts';

interface Command {
  id: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}

interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

/** How many of each kind are shown. */
const FOUND = 5;
/** Fewer characters find too much. */
const SHORTEST_SEARCH = 2;

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
            className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-subtle"
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
              <Entry
                key={command.id}
                id={`${id}-${index}`}
                at={index}
                command={command}
                active={index === active}
                onMark={onMark}
                onTake={onTake}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Entry({
  id,
  at,
  command,
  active,
  onMark,
  onTake,
}: {
  id: string;
  at: number;
  command: Command;
  active: boolean;
  onMark: (index: number) => void;
  onTake: (command: Command) => void;
}) {
  return (
    <div
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the list above
      role="option"
      tabIndex={-1}
      aria-selected={active}
      data-marked={active || undefined}
      onPointerMove={() => onMark(at)}
      onPointerDown={(event) => event.preventDefault()}
      onClick={() => onTake(command)}
      onKeyDown={undefined}
      className={cn(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm',
        active && 'bg-primary-soft',
      )}
    >
      <command.icon
        aria-hidden="true"
        className={cn('size-[18px] shrink-0', active ? 'text-primary-ink' : 'text-subtle')}
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{command.label}</span>
        {command.detail !== undefined && (
          <span className="block truncate text-xs text-muted tabular">{command.detail}</span>
        )}
      </span>
    </div>
  );
}

/** Words of what is typed, in any order, without accents. */
function matches(label: string, text: string): boolean {
  const plain = (value: string) =>
    value
      .normalize('NFD')
      .replace(/\p{Diacritic}/gu, '')
      .toLowerCase();
  const known = plain(label);
  return plain(text)
    .split(/\s+/)
    .every((word) => known.includes(word));
}

function useCommands(
  user: CurrentUser,
  text: string,
): { groups: CommandGroup[]; busy: boolean; failed: string | undefined } {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { isDark } = usePreferences();
  const found = useFound(text);
  const go = (to: NavigateOptions['to']) => () => void navigate({ to } as NavigateOptions);
  const places = placesFor(user.role).map(({ label, icon, to }) => ({ id: to, label, icon, run: go(to) }));
  const actions: Command[] = [
    { id: 'new-process', label: 'Novo processo', icon: FilePlus, run: go('/processes/new') },
    ...(user.role === 'common'
      ? []
      : [{ id: 'new-company', label: 'Nova empresa', icon: Building2, run: go('/companies/new') }]),
    { id: 'profile', label: 'Meu perfil', icon: UserRound, run: go('/profile') },
    {
      id: 'theme',
      label: isDark ? 'Usar tema claro' : 'Usar tema escuro',
      icon: isDark ? Sun : Moon,
      run: () => setPreference('isDark', !isDark),
    },
    { id: 'shortcuts', label: 'Atalhos do teclado', icon: Keyboard, run: () => commandMenu.show('help') },
    { id: 'sign-out', label: 'Sair', icon: LogOut, run: signOut },
  ];
  const filtered = (commands: readonly Command[]) =>
    text === '' ? commands : commands.filter(({ label }) => matches(label, text));
  const groups = [
    { label: 'Ações', commands: filtered(actions) },
    { label: 'Ir para', commands: filtered(places) },
    ...found.groups,
  ].filter(({ commands }) => commands.length > 0);
  return { groups, busy: found.busy, failed: found.failed };
}

/** What the tenant has that fits the text: the three are asked at once. */
function useFound(text: string): { groups: CommandGroup[]; busy: boolean; failed: string | undefined } {
  const navigate = useNavigate();
  const search = useDebounced(text);
  const asks = search.length >= SHORTEST_SEARCH;
  const query = useQuery({
    queryKey: ['commands', search],
    queryFn: async ({ signal }) => {
      const asked = { query: { search, pageSize: FOUND }, signal };
      const [processes, companies, persons] = await Promise.all([
        api.call('listProcesses', asked),
        api.call('listCompanies', asked),
        api.call('listPersons', asked),
      ]);
      return { processes: processes.items, companies: companies.items, persons: persons.items };
    },
    enabled: asks,
    placeholderData: keepPreviousData,
  });
  const typing = text.length >= SHORTEST_SEARCH && (text !== search || query.isFetching);
  const data = asks && text !== '' ? query.data : undefined;
  if (data === undefined)
    return {
      groups: [],
      busy: typing,
      failed: asks && query.isError ? asProblem(query.error).title : undefined,
    };
  return {
    busy: typing,
    failed: query.isError ? asProblem(query.error).title : undefined,
    groups: [
      {
        label: 'Processos',
        commands: data.processes.map(({ processId, summary, status, company }) => ({
          id: processId,
          label: summary,
          detail: `${processStatus[status].label} · ${company.companyName}`,
          icon: FileSignature,
          run: () => void navigate({ to: '/processes/$processId', params: { processId } }),
        })),
      },
      {
        label: 'Empresas',
        commands: data.companies.map(({ companyId, companyName, cnpj }) => ({
          id: companyId,
          label: companyName,
          detail: formatCnpj(cnpj),
          icon: Building2,
          run: () => void navigate({ to: '/companies/$companyId', params: { companyId } }),
        })),
      },
      {
        label: 'Pessoas',
        commands: data.persons.map(({ personId, name, cpf }) => ({
          id: personId,
          label: name,
          detail: formatCpf(cpf),
          icon: UserRound,
          run: () => void navigate({ to: '/persons', search: { search: cpf } }),
        })),
      },
    ],
  };
}
