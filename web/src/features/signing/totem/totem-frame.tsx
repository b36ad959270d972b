import type { AnswerOf } from '@lacre/contracts';
import { LogOut, WifiOff } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

import { TenantLogo } from '@/components/brand/tenant-logo.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { say } from '@/i18n/say.ts';

/** The frame of a visit: whose it is, who they are, and the way out of it. */
export function TotemFrame({
  branding,
  tenantName,
  who,
  onEnd,
  children,
}: {
  branding: AnswerOf<'tenantBranding'> | undefined;
  tenantName: string;
  /** Once it is known. */
  who: string | undefined;
  onEnd: () => void;
  children: ReactNode;
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex min-h-18 items-center gap-3 border-b border-line bg-surface px-4 py-3 sm:px-8 short:min-h-14 short:py-1">
        <div className="min-w-0 flex-1">
          {branding?.logoUrl == null ? (
            <p className="truncate text-lg font-semibold">{branding?.name ?? tenantName}</p>
          ) : (
            <TenantLogo path={branding.logoUrl} name={branding.name} className="h-12 py-1.5" />
          )}
        </div>
        {who !== undefined && <p className="max-w-[45%] truncate text-sm text-muted max-sm:hidden">{who}</p>}
        <Button size="lg" icon={<LogOut />} onClick={onEnd}>
          {who === undefined ? say('Voltar ao início') : say('Encerrar')}
        </Button>
      </header>
      <main id="conteudo" className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}

/**
 * Said over everything, documents and dialogs too, while the server does not answer; they make room for it
 * (styles.css).
 */
export function NoConnection() {
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = banner.current;
    element?.showPopover();
    // A dialog that opens later would lie above it.
    const rise = (event: Event) => {
      if (!(event.target instanceof HTMLDialogElement) || !event.target.open) return;
      element?.hidePopover();
      element?.showPopover();
    };
    document.addEventListener('toggle', rise, true);
    return () => document.removeEventListener('toggle', rise, true);
  }, []);
  return (
    <div
      ref={banner}
      popover="manual"
      role="alert"
      data-no-connection=""
      className="inset-x-0 top-0 bottom-auto m-0 flex h-16 w-full items-center justify-center gap-3 border-0 border-b border-warning-line bg-warning-soft px-4 text-center text-warning"
    >
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      <p className="text-sm font-medium sm:text-base">
        {say('Sem conexão. Estamos tentando de novo; você continua de onde parou.')}
      </p>
      <Spinner />
    </div>
  );
}
