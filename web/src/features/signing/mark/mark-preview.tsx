import { curvesOf, MARK_BOX, strokesOf, type MarkPoint, type MarkStroke } from '@lacre/contracts/mark';

import type { Mark } from '@/features/signing/request/progress.ts';
import { cn } from '@/lib/style/cn.ts';

/** As on the evidence page: the largest and the smallest letters, in units of the mark's box. */
const LARGEST = 81;
const SMALLEST = 38;
/** Mean width of a letter, as a share of its size. */
const LETTER = 0.56;

/** A mark as the evidence page shows it. Decorative: the caller says what it is. */
export function MarkPreview({ mark, name, className }: { mark: Mark; name: string; className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-mark={mark.style}
      className={cn('@container relative aspect-[3/1] w-full overflow-hidden text-ink', className)}
    >
      {mark.style === 'drawn' ? (
        <svg viewBox={`0 0 ${MARK_BOX.width} ${MARK_BOX.height}`} className="absolute inset-0 size-full">
          <Strokes strokes={strokesOf(mark.drawing ?? '') ?? []} />
        </svg>
      ) : (
        <TypedName name={name} style={mark.style} />
      )}
      <span className="absolute inset-x-0 bottom-0 border-b border-line-strong" />
    </div>
  );
}

function TypedName({ name, style }: { name: string; style: Mark['style'] }) {
  const size = Math.max(SMALLEST, Math.min(LARGEST, MARK_BOX.width / (name.length * LETTER)));
  return (
    <>
      <span
        className={cn(
          'absolute inset-x-0 leading-[1.15] wrap-anywhere',
          style === 'flourish' ? 'bottom-[20%]' : 'bottom-[6%]',
          style !== 'upright' && 'italic',
        )}
        style={{ fontSize: `${(size / MARK_BOX.width) * 100}cqw` }}
      >
        {name}
      </span>
      {style === 'flourish' && (
        <svg viewBox="0 0 126 42" className="absolute inset-x-0 bottom-0 aspect-[3/1] w-full" fill="none">
          <path
            d="M2 37C40 32 84 41 120 34C96 36 70 37 56 40"
            stroke="currentColor"
            strokeWidth="0.8"
            strokeLinecap="round"
          />
        </svg>
      )}
    </>
  );
}

/** Strokes, in the box's units. */
export function Strokes({ strokes }: { strokes: readonly MarkStroke[] }) {
  return (
    <path
      d={strokes.map(pathOf).join('')}
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

function pathOf(stroke: MarkStroke): string {
  const { from, curves } = curvesOf(stroke);
  const text = (points: readonly MarkPoint[]) => points.map(([x, y]) => `${x} ${y}`).join(' ');
  return `M${text([from])}${curves.map((curve) => `C${text(curve)}`).join('')}`;
}
