import {
  ChevronDown,
  ChevronUp,
  LayoutGrid,
  Printer,
  RotateCw,
  ScanLine,
  Search,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';

import { PageJump } from './page-jump.tsx';
import type { Zoom } from './use-zoom.ts';

/** Page by page, nearer or further away, and all else that a reader does with a document. */
export function ViewerToolbar({
  current,
  pages,
  goTo,
  zoom,
  strip,
  onTurn,
  onSearch,
  onPrint,
}: {
  current: number;
  pages: number;
  goTo: (page: number) => void;
  zoom: Zoom;
  /** The pages beside the document. */
  strip: { open: boolean; toggle: () => void };
  onTurn: () => void;
  onSearch: () => void;
  /** Undefined where it is not to be printed. */
  onPrint: (() => void) | undefined;
}) {
  return (
    <div
      role="toolbar"
      aria-label={say('Páginas e zoom')}
      className="absolute bottom-0 left-1/2 flex w-max max-w-full -translate-x-1/2 items-center gap-0.5 overflow-x-auto rounded-xl border border-line bg-surface p-1 shadow-float max-sm:gap-0 max-sm:[&_[aria-label]]:w-9 max-sm:[&_button]:min-w-9"
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Página anterior')}
        disabled={current <= 1}
        icon={<ChevronUp />}
        onClick={() => goTo(current - 1)}
      />
      <PageJump current={current} pages={pages} goTo={goTo} />
      <output className="sr-only">{say('Página {0} de {1}', current, pages)}</output>
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Próxima página')}
        disabled={current >= pages}
        icon={<ChevronDown />}
        onClick={() => goTo(current + 1)}
      />
      <span aria-hidden="true" className="mx-1 h-6 w-px bg-line max-sm:hidden" />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Diminuir')}
        disabled={!zoom.canZoomOut}
        icon={<ZoomOut />}
        onClick={zoom.zoomOut}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Ajustar à largura (agora em {0}%)', Math.round(zoom.zoom * 100))}
        disabled={zoom.zoom === 1}
        icon={<ScanLine />}
        onClick={zoom.fit}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Aumentar')}
        disabled={!zoom.canZoomIn}
        icon={<ZoomIn />}
        onClick={zoom.zoomIn}
      />
      <span aria-hidden="true" className="mx-1 h-6 w-px bg-line max-sm:hidden" />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Procurar no documento')}
        icon={<Search />}
        onClick={onSearch}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Ver todas as páginas')}
        aria-pressed={strip.open}
        className="aria-pressed:bg-hover"
        icon={<LayoutGrid />}
        onClick={strip.toggle}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={say('Girar')}
        className="max-sm:hidden"
        icon={<RotateCw />}
        onClick={onTurn}
      />
      {onPrint !== undefined && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={say('Imprimir')}
          className="max-sm:hidden"
          icon={<Printer />}
          onClick={onPrint}
        />
      )}
    </div>
  );
}
