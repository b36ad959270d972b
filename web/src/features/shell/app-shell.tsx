import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';

import { Logo, SealMark } from '@/components/brand/logo.tsx';
import { TenantColor } from '@/components/brand/tenant-color.tsx';
import { SkipLink } from '@/components/page/skip-link.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import { Tooltip } from '@/components/ui/overlays/tooltip.tsx';
import { settingsQuery } from '@/entities/tenant/settings-query.ts';
import { setPreference, usePreferences } from '@/lib/browser/preferences.ts';
import { useIsWide } from '@/lib/hooks/use-is-wide.ts';
import type { CurrentUser } from '@/lib/session/session.ts';
import { useIsWithoutCompany, useUser } from '@/lib/session/use-session.ts';

import { commandMenu } from './command-menu-state.ts';
import { ExpiredSession } from './expired-session.tsx';
import { navigationLink } from './navigation-link.ts';
import { navigationFor, placesFor, type NavigationItem } from './navigation.ts';
import { Shortcuts } from './shortcuts.tsx';
import { UserMenu } from './user-menu.tsx';

const PhoneMenu = lazyDialog(
  () => import('./phone-menu.tsx'),
  (code) => code.default,
);

// Fetched until it comes, like a dialog that cannot be closed; another lazy form would weigh on every first visit.
const Awaited = lazyDialog(
  () => import('./awaited.tsx'),
  (code) => code.Awaited,
);

/** When the offer to install is looked after: what the screen itself needs has come by then, milliseconds. */
const INSTALL_AFTER_MS = 4000;

/**
 * The signed-in frame. From 1200 px a menu of 224 px that collapses to 64; from 768 px the collapsed one; below, a
 * bar at the foot and a drawer.
 * @param children what it holds, instead of the screen of the route below it
 */
export function AppShell({ children }: { children?: ReactNode }) {
  const { menuCollapsed } = usePreferences();
  const user = useUser();
  const isWithoutCompany = useIsWithoutCompany();
  const isWide = useIsWide();
  const main = useRef<HTMLElement>(null);
  useFocusOnNavigation(main);
  // Signed out, the sign-in page is on its way: a screen left standing would ask again for what was just forgotten.
  if (user === undefined) return null;
  return (
    <div
      data-collapsed={menuCollapsed}
      className="group/shell min-h-dvh overflow-x-clip md:pl-menu-collapsed xl:data-[collapsed=false]:pl-menu"
    >
      <SkipLink />
      <Brand />
      {/* Of the two, the one that would be seen: a phone is slow enough with its own. */}
      {isWide ? <SideMenu collapsed={menuCollapsed} role={user.role} /> : <PhoneBar role={user.role} />}
      <main
        ref={main}
        id="conteudo"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1240px] px-4 pb-28 outline-none sm:px-6 md:pb-12 lg:px-8 short:pb-8"
      >
        {(isWithoutCompany || (user.role === 'administrator' && !user.emailVerified)) && (
          <Awaited user={user} />
        )}
        <InstallOffer />
        {children ?? <Outlet />}
      </main>
      {!isWide && <PhoneNavigation role={user.role} />}
      <Shortcuts user={user} />
      <ExpiredSession />
    </div>
  );
}

/** Where its code cannot be fetched, nothing is missed. */
function InstallOffer() {
  const [code, setCode] = useState<typeof import('./install-banner.tsx')>();
  useEffect(() => {
    const timer = setTimeout(
      () => void import('./install-banner.tsx').then(setCode, () => undefined),
      INSTALL_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, []);
  return code !== undefined && <code.InstallBanner />;
}

type Role = CurrentUser['role'];

/** The tenant's colour, behind sign-in too. */
function Brand() {
  const { data } = useQuery(settingsQuery);
  return <TenantColor hex={data?.primaryColor} />;
}

/** Moves the focus to the new screen, so that keyboards and screen readers start where eyes do. */
function useFocusOnNavigation(main: React.RefObject<HTMLElement | null>): void {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current !== undefined && previous.current !== pathname)
      main.current?.focus({ preventScroll: true });
    previous.current = pathname;
  }, [main, pathname]);
}

function SideMenu({ collapsed, role }: { collapsed: boolean; role: Role }) {
  return (
    <aside className="fixed inset-y-0 left-0 z-30 hidden w-menu-collapsed flex-col border-r border-line bg-surface md:flex xl:group-data-[collapsed=false]/shell:w-menu">
      <Link
        to="/dashboard"
        aria-label="Lacre, início"
        className="flex h-14 items-center gap-2 overflow-hidden px-4 -outline-offset-2"
      >
        <SealMark />
        <span className="hidden text-lg font-semibold tracking-tight xl:group-data-[collapsed=false]/shell:inline">
          Lacre
        </span>
      </Link>
      <div className="px-2.5 pb-1">
        <Tooltip
          text="Buscar (Ctrl+K)"
          side="right"
          className="block!"
          {...(collapsed ? {} : { contentClassName: 'xl:hidden' })}
        >
          <button
            type="button"
            aria-keyshortcuts="Control+K Meta+K"
            onClick={() => commandMenu.show('commands')}
            className="flex h-10 w-full items-center gap-3 rounded-[10px] border border-line px-3 text-sm text-subtle transition-colors hover:border-line-strong hover:bg-hover hover:text-ink"
          >
            <Search aria-hidden="true" className="size-[18px] shrink-0" />
            <span className="sr-only text-left xl:group-data-[collapsed=false]/shell:not-sr-only xl:group-data-[collapsed=false]/shell:flex-1">
              Buscar
            </span>
            {/* A hint for the eye: as text it would have to be part of the button's name (WCAG 2.5.3). */}
            <span
              aria-hidden="true"
              className="hidden text-2xs after:content-['Ctrl_K'] xl:group-data-[collapsed=false]/shell:inline"
            />
          </button>
        </Tooltip>
      </div>
      <nav aria-label="Principal" className="flex flex-1 flex-col gap-0.5 overflow-y-auto px-2.5 py-2">
        {navigationFor(role).map((group) => (
          <Fragment key={group.label ?? ''}>
            {group.label !== undefined && (
              <p className="mx-3 mt-2 border-t border-line pt-2 text-2xs font-semibold tracking-wide text-subtle uppercase xl:group-data-[collapsed=false]/shell:mt-3 xl:group-data-[collapsed=false]/shell:border-0 xl:group-data-[collapsed=false]/shell:pt-0 xl:group-data-[collapsed=false]/shell:pb-1">
                <span className="hidden xl:group-data-[collapsed=false]/shell:inline">{group.label}</span>
              </p>
            )}
            {group.items.map((item) => (
              <SideLink key={item.to} item={item} collapsed={collapsed} />
            ))}
          </Fragment>
        ))}
      </nav>
      <div className="border-t border-line p-1.5">
        <UserMenu />
      </div>
      <button
        type="button"
        aria-label={collapsed ? 'Expandir menu' : 'Recolher menu'}
        aria-expanded={!collapsed}
        onClick={() => setPreference('menuCollapsed', !collapsed)}
        className="hidden h-menu-button items-center justify-center gap-3 border-t border-line text-sm text-subtle -outline-offset-2 hover:bg-hover hover:text-ink xl:flex xl:group-data-[collapsed=false]/shell:justify-start xl:group-data-[collapsed=false]/shell:px-5"
      >
        {collapsed ? <PanelLeftOpen className="size-[18px]" /> : <PanelLeftClose className="size-[18px]" />}
        <span className="hidden xl:group-data-[collapsed=false]/shell:inline">Recolher menu</span>
      </button>
    </aside>
  );
}

function SideLink({ item, collapsed }: { item: NavigationItem; collapsed: boolean }) {
  const link = (
    <Link to={item.to} aria-label={item.label} className={navigationLink}>
      <item.icon aria-hidden="true" />
      <span className="hidden truncate xl:group-data-[collapsed=false]/shell:inline">{item.label}</span>
    </Link>
  );
  return (
    <Tooltip
      text={item.label}
      side="right"
      className="block!"
      {...(collapsed ? {} : { contentClassName: 'xl:hidden' })}
    >
      {link}
    </Tooltip>
  );
}

function PhoneBar({ role }: { role: Role }) {
  const [open, setOpen] = useState(false);
  return (
    <header className="flex h-14 items-center justify-between border-b border-line bg-surface pr-2 pl-4 md:hidden">
      <Link to="/dashboard" aria-label="Lacre, início">
        <Logo />
      </Link>
      <div className="flex items-center">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Buscar e executar comandos"
          icon={<Search />}
          onClick={() => commandMenu.show('commands')}
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label="Abrir menu"
          icon={<MenuIcon />}
          onClick={() => setOpen(true)}
        />
      </div>
      {open && <PhoneMenu role={role} onClose={() => setOpen(false)} />}
    </header>
  );
}

function PhoneNavigation({ role }: { role: Role }) {
  return (
    <nav
      aria-label="Atalhos"
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md md:hidden short:static"
    >
      {placesFor(role)
        .filter((item) => item.onPhoneBar)
        .map((item) => (
          <Link
            key={item.to}
            to={item.to}
            className="flex h-16 flex-col items-center justify-center gap-1 text-2xs font-medium text-subtle -outline-offset-2 data-[status=active]:text-primary-ink"
          >
            <item.icon aria-hidden="true" className="size-5" />
            {item.label}
          </Link>
        ))}
    </nav>
  );
}
