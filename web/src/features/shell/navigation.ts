import type { Role } from '@lacre/contracts';
import type { LinkProps } from '@tanstack/react-router';
import {
  BookUser,
  Building2,
  ChartColumn,
  Coins,
  Download,
  FileSignature,
  FileStack,
  History,
  House,
  KeyRound,
  MailOpen,
  Settings,
  ShieldCheck,
  UserRound,
  UsersRound,
  Webhook,
  type LucideIcon,
} from 'lucide-react';

import { STEWARDS } from '@/lib/session/guards.ts';

export interface NavigationItem {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: LucideIcon;
  /** Also in the bar at a phone's foot, which holds four. */
  onPhoneBar?: boolean;
  /** Who sees it; every user of the tenant when left out. */
  roles?: readonly Role[];
  /** The letter that leads here after `g`. */
  key?: string;
}

export interface NavigationGroup {
  /** The first group goes without saying. */
  label?: string | undefined;
  items: readonly NavigationItem[];
}

/** What the menu leads to, in order. */
const GROUPS: readonly NavigationGroup[] = [
  { items: [{ label: 'Início', to: '/dashboard', icon: House, onPhoneBar: true, key: 'i' }] },
  {
    label: 'Assinaturas',
    items: [
      { label: 'Processos', to: '/processes', icon: FileSignature, onPhoneBar: true, key: 'p' },
      { label: 'Relatórios', to: '/reports', icon: ChartColumn, key: 'r' },
      { label: 'Downloads', to: '/downloads', icon: Download, key: 'd' },
      { label: 'Validar documento', to: '/validate', icon: ShieldCheck, key: 'v' },
    ],
  },
  {
    label: 'Cadastros',
    items: [
      { label: 'Empresas', to: '/companies', icon: Building2, onPhoneBar: true, key: 'e' },
      { label: 'Pessoas', to: '/persons', icon: UserRound, onPhoneBar: true, key: 's' },
      { label: 'Modelos', to: '/templates', icon: FileStack, key: 'm' },
      { label: 'Envelopes', to: '/envelopes', icon: MailOpen, key: 'l' },
      { label: 'Grupos', to: '/signer-groups', icon: BookUser, key: 'g' },
    ],
  },
  {
    label: 'Conta',
    items: [
      { label: 'Usuários', to: '/users', icon: UsersRound, roles: STEWARDS, key: 'u' },
      { label: 'Créditos', to: '/credits', icon: Coins, key: 'c' },
      { label: 'Eventos', to: '/events', icon: History, roles: STEWARDS, key: 'h' },
      { label: 'Tokens de API', to: '/tokens', icon: KeyRound, key: 't' },
      { label: 'Webhooks', to: '/webhooks', icon: Webhook, roles: STEWARDS, key: 'w' },
      { label: 'Configurações', to: '/settings', icon: Settings, roles: STEWARDS, key: 'o' },
    ],
  },
];

/** The groups as a role sees them: what they may not open is not shown. */
export function navigationFor(role: Role): NavigationGroup[] {
  const seen = ({ roles }: NavigationItem) => roles === undefined || roles.includes(role);
  return GROUPS.map(({ label, items }) => ({ label, items: items.filter(seen) })).filter(
    ({ items }) => items.length > 0,
  );
}

/** Every place of a role's menu, in order. */
export const placesFor = (role: Role): NavigationItem[] => navigationFor(role).flatMap(({ items }) => items);
