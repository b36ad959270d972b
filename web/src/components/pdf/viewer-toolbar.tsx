import { ChevronDown, ChevronUp, ScanLine, ZoomIn, ZoomOut } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';

import type { Zoom } from './use-zoom.ts';

/** Page by page, and nearer or further away. */
export function ViewerToolbar({
  current,
  pages,
  goTo,
  zoom,
}: {
  current: number;
  pages: number;
  goTo: (page: number) => void;
  zoom: Zoom;
}) {
  return (
    <div
      role="toolbar"
      aria-label="Páginas e zoom"
      className="absolute bottom-3 left-1/2 z-10 flex -translate-x-1/2 items-center gap-0.5 rounded-xl border border-line bg-surface p-1 shadow-float short:bottom-1"
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label="Página anterior"
        disabled={current <= 1}
        icon={<ChevronUp />}
        onClick={() => goTo(current - 1)}
      />
      <p className="px-1 text-sm whitespace-nowrap tabular" aria-live="polite">
        <span className="sr-only">Página </span>
        {current} <span className="text-subtle">de {pages}</span>
      </p>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Próxima página"
        disabled={current >= pages}
        icon={<ChevronDown />}
        onClick={() => goTo(current + 1)}
      />
      <span aria-hidden="true" className="mx-1 h-6 w-px bg-line" />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Diminuir"
        disabled={!zoom.canZoomOut}
        icon={<ZoomOut />}
        onClick={zoom.zoomOut}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Ajustar à largura (agora em ${Math.round(zoom.zoom * 100)}%)`}
        disabled={zoom.zoom === 1}
        icon={<ScanLine />}
        onClick={zoom.fit}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label="Aumentar"
        disabled={!zoom.canZoomIn}
        icon={<ZoomIn />}
        onClick={zoom.zoomIn}
      />
    </div>
  );
}
