import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';

import { Logo } from '@/components/brand/logo.tsx';
import { Drawer } from '@/components/ui/overlays/dialog.tsx';
import type { CurrentUser } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

import { navigationLink } from './navigation-link.ts';
import { navigationFor } from './navigation.ts';
import { UserMenu } from './user-menu.tsx';

/** The whole menu on a phone; it comes when it is first asked for. */
export default function PhoneMenu({ role, onClose }: { role: CurrentUser['role']; onClose: () => void }) {
  return (
    <Drawer open onOpenChange={onClose} title="Menu">
      <div className="flex h-16 items-center px-5">
        <Logo />
      </div>
      <nav aria-label="Menu" className="flex flex-1 flex-col gap-0.5 overflow-y-auto px-3 pb-2">
        {navigationFor(role).map((group) => (
          <Fragment key={group.label ?? ''}>
            {group.label !== undefined && (
              <p className="mx-3 mt-3 pb-1 text-2xs font-semibold tracking-wide text-subtle uppercase">
                {group.label}
              </p>
            )}
            {group.items.map((item) => (
              <Link
                key={item.to}
                to={item.to}
                className={cn(navigationLink, 'h-11! text-[0.9375rem]!')}
                onClick={onClose}
              >
                <item.icon aria-hidden="true" />
                {item.label}
              </Link>
            ))}
          </Fragment>
        ))}
      </nav>
      <div className="border-t border-line p-2 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
        <UserMenu wide onNavigate={onClose} />
      </div>
    </Drawer>
  );
}
