import { ArrowLeft } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

import { Button } from '@/components/ui/button.tsx';

import { LazyPdfViewer } from './lazy-pdf-viewer.tsx';
import type { PdfSource } from './open-document.ts';

/** A document over the whole screen, with what can be done about it at the foot. */
export function ViewerOverlay({
  source,
  title,
  subtitle,
  extra,
  footer,
  onClose,
  onDrawn,
}: {
  source: PdfSource;
  title: string;
  subtitle?: ReactNode;
  extra?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  onDrawn?: ((page: number) => void) | undefined;
}) {
  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Content
          data-dialog-open=""
          aria-describedby={undefined}
          className="fixed inset-0 z-40 flex animate-fade-in flex-col bg-page outline-none"
        >
          <header className="flex min-h-14 items-center gap-2 border-b border-line bg-surface px-2 py-1.5 sm:px-4">
            <Dialog.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Voltar" icon={<ArrowLeft />} />
            </Dialog.Close>
            <div className="min-w-0 flex-1">
              <Dialog.Title className="truncate text-sm font-semibold sm:text-base">{title}</Dialog.Title>
              {subtitle !== undefined && (
                <p className="truncate text-xs text-muted sm:text-[0.8125rem]">{subtitle}</p>
              )}
            </div>
            {extra}
          </header>
          <div className="min-h-0 flex-1">
            <LazyPdfViewer key={source.url} source={source} label={title} onDrawn={onDrawn} />
          </div>
          {footer !== undefined && (
            <footer className="border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
              {footer}
            </footer>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
