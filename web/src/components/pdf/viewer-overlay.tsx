import { ArrowLeft, Download } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { Modal } from '@/components/ui/overlays/modal.tsx';
import { say } from '@/i18n/say.ts';
import { asProblem } from '@/lib/api/problem.ts';

import { LazyPdfViewer } from './lazy-pdf-viewer.tsx';
import type { PdfSource } from './pdf-source.ts';
import type { PdfViewerProps } from './pdf-viewer.tsx';

/** A document over the whole screen, with what can be done about it at the foot. */
export function ViewerOverlay({
  source,
  title,
  subtitle,
  extra,
  footer,
  inAddress = false,
  onClose,
  onDownload,
  signatures,
  onDrawn,
  onShown,
  onPage,
  resumed,
  onHashed,
  onShare,
}: {
  source: PdfSource;
  title: string;
  subtitle?: ReactNode;
  extra?: ReactNode;
  footer?: ReactNode;
  /** The address says that it is open, so that going back closes it. */
  inAddress?: boolean;
  onClose: () => void;
  /** Saves the file that is shown; undefined where it is not to be had. */
  onDownload?: (() => Promise<void>) | undefined;
} & Omit<PdfViewerProps, 'source' | 'label' | 'printable'>) {
  const id = useId();
  return (
    <Modal labelledBy={id} onDismiss={onClose} answersBack={!inAddress} className="animate-fade-in">
      <div className="flex h-full flex-col bg-page">
        <header className="flex min-h-14 items-center gap-2 border-b border-line bg-surface px-2 py-1.5 sm:px-4 short:min-h-11 short:py-0">
          <Button
            variant="ghost"
            size="icon"
            aria-label={say('Voltar')}
            icon={<ArrowLeft />}
            onClick={onClose}
          />
          <div className="min-w-0 flex-1">
            <h2
              id={id}
              className="line-clamp-2 text-sm leading-snug font-semibold wrap-anywhere sm:text-base"
            >
              {title}
            </h2>
            {subtitle !== undefined && (
              <p className="truncate text-xs text-muted sm:text-[0.8125rem]">{subtitle}</p>
            )}
          </div>
          {extra !== undefined && <div className="max-sm:hidden">{extra}</div>}
          {/* Filled where the account of who reads offers Libras (features/signing/libras). */}
          <div data-libras-place />
          {onDownload !== undefined && <DownloadButton onDownload={onDownload} />}
        </header>
        <div className="min-h-0 flex-1">
          <LazyPdfViewer
            key={source.url}
            source={source}
            label={title}
            printable={onDownload !== undefined}
            signatures={signatures}
            onDrawn={onDrawn}
            onShown={onShown}
            onPage={onPage}
            resumed={resumed}
            onHashed={onHashed}
            onShare={onShare}
          />
        </div>
        {footer !== undefined && (
          <footer className="border-t border-line bg-surface px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] short:py-1 short:pb-[max(0.25rem,env(safe-area-inset-bottom))]">
            {footer}
          </footer>
        )}
      </div>
    </Modal>
  );
}

function DownloadButton({ onDownload }: { onDownload: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);
  async function download(): Promise<void> {
    setBusy(true);
    try {
      await onDownload();
    } catch (error) {
      toast.error(say('Não foi possível baixar'), { description: asProblem(error).title });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={say('Baixar este documento')}
      busy={busy}
      icon={<Download />}
      onClick={() => void download()}
    />
  );
}
