import { anonymousApi } from '@/lib/session/session.ts';

import { AreaOutline, type PageArea } from './area-outline.tsx';
import { PdfSheet } from './pdf-page.tsx';
import { usePdf } from './use-pdf.ts';

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
