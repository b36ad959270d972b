import type { LinkProps } from '@tanstack/react-router';
import {
  Building2,
  FileStack,
  MailOpen,
  UsersRound,
  Coins,
  Download,
  FileSignature,
  House,
  ShieldCheck,
  Users,
  type LucideIcon,
} from 'lucide-react';

export interface NavigationItem {
  label: string;
  to: NonNullable<LinkProps['to']>;
  icon: LucideIcon;
  /** Also in the bar at a phone's foot, which holds four. */
  onPhoneBar?: boolean;
}

/** What the menu leads to, in order. */
export const navigation: readonly NavigationItem[] = [
  { label: 'Início', to: '/dashboard', icon: House, onPhoneBar: true },
  { label: 'Processos', to: '/processes', icon: FileSignature, onPhoneBar: true },
  { label: 'Empresas', to: '/companies', icon: Building2, onPhoneBar: true },
  { label: 'Pessoas', to: '/persons', icon: Users, onPhoneBar: true },
  { label: 'Modelos', to: '/templates', icon: FileStack },
  { label: 'Envelopes', to: '/envelopes', icon: MailOpen },
  { label: 'Grupos', to: '/signer-groups', icon: UsersRound },
  { label: 'Downloads', to: '/downloads', icon: Download },
  { label: 'Créditos', to: '/credits', icon: Coins },
  { label: 'Validar documento', to: '/validate', icon: ShieldCheck },
];
