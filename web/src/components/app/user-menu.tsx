import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, Moon, Settings2, Sun } from 'lucide-react';

import { Avatar } from '@/components/ui/avatar.tsx';
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from '@/components/ui/dropdown-menu.tsx';
import { roleWords } from '@/i18n/vocabulary.ts';
import { lastDomain, session } from '@/lib/api/session.ts';
import { cn } from '@/lib/cn.ts';
import { setPreference, usePreferences } from '@/lib/preferences.ts';
import { useUser } from '@/lib/use-session.ts';

/** Who is signed in, and what is theirs: profile, theme, leaving. */
export function UserMenu({ expanded = false, onNavigate }: { expanded?: boolean; onNavigate?: () => void }) {
  const user = useUser();
  const { isDark } = usePreferences();
  const navigate = useNavigate();
  if (user === undefined) return null;

  async function leave(): Promise<void> {
    await session.signOut();
    const domain = lastDomain();
    await navigate(domain === undefined ? { to: '/login' } : { to: '/login/$domain', params: { domain } });
  }

  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={`Conta de ${user.name}`}
          className="flex w-full items-center gap-3 rounded-xl p-0.5 text-left hover:bg-hover"
        >
          <Avatar name={user.name} />
          <span
            className={cn(
              'min-w-0 flex-1',
              expanded ? 'block' : 'hidden xl:group-data-[collapsed=false]/shell:block',
            )}
          >
            <span className="block truncate text-sm font-medium">{user.name}</span>
            <span className="block truncate text-xs text-subtle">{user.tenant.name}</span>
          </span>
        </button>
      }
    >
      <MenuLabel>
        {user.email}
        <br />
        {roleWords[user.role]}
      </MenuLabel>
      <MenuSeparator />
      <MenuLink>
        <Link to="/profile" onClick={onNavigate}>
          <Settings2 aria-hidden="true" />
          Perfil e preferências
        </Link>
      </MenuLink>
      <MenuItem icon={isDark ? <Sun /> : <Moon />} onSelect={() => setPreference('isDark', !isDark)}>
        {isDark ? 'Usar tema claro' : 'Usar tema escuro'}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void leave()}>
        Sair
      </MenuItem>
    </Menu>
  );
}
