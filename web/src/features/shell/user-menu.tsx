import { Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';

import { ThemeSwitch } from '@/components/brand/theme-switch.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { useSignOut } from '@/entities/session/use-sign-out.ts';
import { UserAvatar } from '@/entities/user/user-avatar.tsx';
import { useUser } from '@/lib/session/use-session.ts';
import { cn } from '@/lib/style/cn.ts';

/** Who is signed in: the way to their profile, the theme, and the way out. `wide` is never collapsed. */
export function UserMenu({ wide = false, onNavigate }: { wide?: boolean; onNavigate?: () => void }) {
  const user = useUser();
  const leave = useSignOut();
  if (user === undefined) return null;

  return (
    <div
      className={cn(
        'flex items-center',
        !wide && 'flex-col-reverse gap-1 xl:group-data-[collapsed=false]/shell:flex-row',
      )}
    >
      <Link
        to="/profile"
        onClick={onNavigate}
        title={`${user.name}, ${user.tenant.name}`}
        className="relative flex min-w-0 flex-1 items-center gap-2.5 rounded-xl p-0.5 hover:bg-hover"
      >
        <span className="sr-only">Perfil de {user.name}</span>
        <UserAvatar user={user} />
        <span
          aria-hidden="true"
          className={cn('min-w-0 flex-1', !wide && 'hidden xl:group-data-[collapsed=false]/shell:block')}
        >
          <span className="line-clamp-2 text-sm leading-snug font-medium wrap-anywhere">{user.name}</span>
          <span className="line-clamp-2 text-xs leading-snug wrap-anywhere text-subtle">
            {user.tenant.name}
          </span>
        </span>
      </Link>
      {wide && <ThemeSwitch />}
      <Button variant="ghost" size="icon" aria-label="Sair" title="Sair" icon={<LogOut />} onClick={leave} />
    </div>
  );
}
