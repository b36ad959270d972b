import { formatCnpj, formatCpf } from '@lacre/contracts/brazil';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import {
  Building2,
  FilePlus,
  FileSignature,
  Keyboard,
  LogOut,
  Moon,
  PenLine,
  Sun,
  UserRound,
  type LucideIcon,
} from 'lucide-react';

import { useSignOut } from '@/entities/session/use-sign-out.ts';
import { processStatus } from '@/i18n/vocabulary.ts';
import { asProblem } from '@/lib/api/problem.ts';
import { setPreference, usePreferences } from '@/lib/browser/preferences.ts';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';
import { api, type CurrentUser } from '@/lib/session/session.ts';

import { commandMenu } from './command-menu-state.ts';
import { placesFor } from './navigation.ts';

export interface Command {
  id: string;
  label: string;
  detail?: string;
  icon: LucideIcon;
  run: () => void;
}

export interface CommandGroup {
  label: string;
  commands: readonly Command[];
}

/** How many of each kind are shown. */
const FOUND = 5;
/** Fewer characters find too much. */
const SHORTEST_SEARCH = 2;

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

/** What may be done and gone to, and what the tenant has, that fits the text. */
export function useCommands(
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
    {
      id: 'sign-alone',
      label: 'Assinar um documento eu mesmo',
      icon: PenLine,
      run: () => void navigate({ to: '/processes/new', search: { alone: true } }),
    },
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
