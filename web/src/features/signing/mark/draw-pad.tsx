import { MARK_BOX, type MarkPoint } from '@lacre/contracts/mark';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { say } from '@/i18n/say.ts';

import { Strokes } from './mark-preview.tsx';

/** Moves shorter than this add nothing, units of the mark's box. */
const SHORTEST = 1.5;

/** Where a signature is drawn with finger, pen or mouse. Strokes are reported one by one, as the pen is lifted. */
export function DrawPad({
  strokes,
  onStroke,
}: {
  strokes: readonly (readonly MarkPoint[])[];
  onStroke: (stroke: readonly MarkPoint[]) => void;
}) {
  const box = useRef<SVGSVGElement>(null);
  const pen = useRef<number>(undefined);
  const [current, setCurrent] = useState<readonly MarkPoint[]>([]);

  function pointOf(event: { clientX: number; clientY: number }): MarkPoint {
    const { left, top, width, height } = box.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return [
      Math.min(MARK_BOX.width, Math.max(0, ((event.clientX - left) / width) * MARK_BOX.width)),
      Math.min(MARK_BOX.height, Math.max(0, ((event.clientY - top) / height) * MARK_BOX.height)),
    ];
  }

  function lift(): void {
    pen.current = undefined;
    const [first] = current;
    if (first !== undefined) onStroke(current.length > 1 ? current : [first, first]);
    setCurrent([]);
  }
  // The page may go while the pen is down, as where a session ends: what is drawn so far is kept.
  const liftAtLast = useEffectEvent(lift);
  useEffect(() => () => liftAtLast(), []);

  return (
    // A drawing surface: its name says what it is, and the dialog offers a way without it.
    <svg
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={say('Área para desenhar a assinatura')}
      viewBox={`0 0 ${MARK_BOX.width} ${MARK_BOX.height}`}
      className="block aspect-[3/1] w-full cursor-crosshair touch-none rounded-xl border border-dashed border-control bg-surface text-ink select-none"
      onPointerDown={(event) => {
        // One pen at a time: a palm on the screen is no second one.
        if (pen.current !== undefined || event.button !== 0) return;
        pen.current = event.pointerId;
        event.currentTarget.setPointerCapture(event.pointerId);
        setCurrent([pointOf(event)]);
      }}
      onPointerMove={(event) => {
        if (event.pointerId !== pen.current) return;
        // Between two frames a pen says more than one point.
        const moves = event.nativeEvent.getCoalescedEvents?.() ?? [];
        const added = (moves.length > 0 ? moves : [event]).map(pointOf);
        setCurrent((before) => added.reduce(extended, before));
      }}
      onPointerUp={(event) => event.pointerId === pen.current && lift()}
      onPointerCancel={(event) => event.pointerId === pen.current && lift()}
    >
      <line x1="30" y1="160" x2="570" y2="160" stroke="var(--line-strong)" strokeWidth="2" />
      <Strokes strokes={current.length === 0 ? strokes : [...strokes, current]} />
    </svg>
  );
}

function extended(stroke: readonly MarkPoint[], point: MarkPoint): readonly MarkPoint[] {
  const last = stroke.at(-1);
  if (last !== undefined && Math.hypot(point[0] - last[0], point[1] - last[1]) < SHORTEST) return stroke;
  return [...stroke, point];
}
