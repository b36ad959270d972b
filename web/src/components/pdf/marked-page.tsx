import { anonymousApi } from '@/lib/api/session.ts';

import { PdfSheet } from './pdf-page.tsx';
import { usePdf } from './use-pdf.ts';

/** Part of a page: fractions of its width and height from the top left. */
export interface PageArea {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface MarkedPageProps {
  /** A PDF on this device. */
  file: Blob;
  /** Counted from 1. */
  page: number;
  area: PageArea;
  /** Width of the page divided by its height. */
  shape: number;
  /** CSS pixels. */
  width: number;
}

/** One page of a file on this device, drawn, with an area of it outlined. Another file needs another `key`. */
export default function MarkedPage({ file, page, area, shape, width }: MarkedPageProps) {
  const { state } = usePdf({
    url: `blob:${page}`,
    client: anonymousApi,
    load: async () => new Uint8Array(await file.arrayBuffer()),
  });
  return (
    <div
      className="relative shrink-0 overflow-hidden rounded-[3px] border border-line-strong bg-sunken"
      style={{ width, aspectRatio: shape }}
    >
      {state.status === 'ready' && (
        <PdfSheet document={state.document} number={page} width={width} guess={shape} around />
      )}
      <AreaOutline area={area} />
    </div>
  );
}

const percent = (fraction: number): string => `${fraction * 100}%`;

/** Readable on any page: a light line within a dark one. */
function AreaOutline({ area: { left, top, width, height } }: { area: PageArea }) {
  return (
    <div
      aria-hidden="true"
      data-area
      className="absolute ring-1 ring-white outline-2 outline-offset-1 outline-warning"
      style={{ left: percent(left), top: percent(top), width: percent(width), height: percent(height) }}
    />
  );
}
