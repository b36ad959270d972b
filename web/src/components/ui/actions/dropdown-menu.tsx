import {
  cloneElement,
  createContext,
  use,
  useEffect,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { afterPaint } from '@/lib/browser/after-paint.ts';
import { codeOf } from '@/lib/browser/fetch-code.ts';
import { cn } from '@/lib/style/cn.ts';

import type { MenuParts } from './menu-parts.ts';

type Parts = typeof MenuParts;
const PartsContext = createContext<Parts | null>(null);

let loaded: Parts | undefined;
const fetchParts = codeOf(() => import('./menu-parts.ts'));
const load = async (): Promise<Parts> => (loaded ??= (await fetchParts()).MenuParts);

function useParts(): Parts {
  const parts = use(PartsContext);
  if (parts === null) throw new Error('stands in no menu');
  return parts;
}

/**
 * A menu that opens from a button. Not modal: Radix's modal menus lock scrolling with a style element (CSP). What it is
 * made of (28 KB) comes after the screen, and at the latest with the first press.
 */
export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
}: {
  trigger: ReactElement<ComponentProps<'button'>>;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'right';
}) {
  const [parts, setParts] = useState<Parts>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    // Prefetch: a failure is shown on press.
    void load().catch(() => undefined);
  }, []);

  if (parts === undefined) {
    const openFirst = async (): Promise<void> => {
      try {
        const all = await load();
        afterPaint(() => {
          setParts(() => all);
          setOpen(true);
        });
      } catch {
        toast.error('Não foi possível abrir o menu', {
          description: 'Confira sua internet e tente de novo.',
        });
      }
    };
    return cloneElement(trigger, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => void openFirst(),
      onKeyDown: (event) => {
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        void openFirst();
      },
    });
  }
  // A phone takes a while to place a menu: it answers the press first.
  const change = (next: boolean) => (next ? afterPaint(() => setOpen(true)) : setOpen(false));
  return (
    <PartsContext value={parts}>
      <parts.Root modal={false} open={open} onOpenChange={change}>
        <parts.Trigger asChild>{trigger}</parts.Trigger>
        <parts.Portal>
          <parts.Content
            align={align}
            side={side}
            sideOffset={6}
            collisionPadding={12}
            style={{ maxWidth: 'var(--radix-dropdown-menu-content-available-width)' }}
            className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-fade-in overflow-y-auto rounded-xl border border-line bg-surface p-1.5 shadow-float"
          >
            {children}
          </parts.Content>
        </parts.Portal>
      </parts.Root>
    </PartsContext>
  );
}

const itemClasses =
  'flex min-h-10 w-full items-center gap-2.5 rounded-lg px-2.5 py-2 text-sm outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-subtle';

/** One action of a menu. */
export function MenuItem({
  icon,
  danger = false,
  disabled = false,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  const parts = useParts();
  return (
    <parts.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cn(
        itemClasses,
        danger && 'text-danger data-highlighted:bg-danger-soft! [&_svg]:text-danger!',
      )}
    >
      {icon}
      {children}
    </parts.Item>
  );
}

/** A menu item that is a link: its only child is the link. */
export function MenuLink({ children }: { children: ReactNode }) {
  const parts = useParts();
  return (
    <parts.Item asChild className={itemClasses}>
      {children}
    </parts.Item>
  );
}

export function MenuSeparator() {
  const parts = useParts();
  return <parts.Separator className="-mx-1.5 my-1.5 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useParts();
  return <parts.Label className="px-2.5 py-1.5 text-xs text-subtle">{children}</parts.Label>;
}
