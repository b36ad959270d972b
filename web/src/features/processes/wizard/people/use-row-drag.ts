import { useEffect, useState, type CSSProperties, type HTMLAttributes, type RefObject } from 'react';

interface Drag {
  from: number;
  to: number;
  /** Where the pointer took the row, pixels from the head of the page. */
  startY: number;
  offset: number;
  /** Of each row when it was taken, pixels from the head of the page. */
  rows: readonly { top: number; height: number }[];
}

/**
 * Moves rows of a list by a handle, with a mouse, a pen or a finger. Nothing changes before the row is let go, and Escape
 * puts it back. It is for pointers alone: whatever it does needs buttons beside it (WCAG 2.2, 2.5.7).
 */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
): {
  handleOf: (index: number) => HTMLAttributes<HTMLElement>;
  styleOf: (index: number) => CSSProperties | undefined;
} {
  const [drag, setDrag] = useState<Drag>();
  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return undefined;
    const cancel = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(undefined);
    };
    document.addEventListener('keydown', cancel);
    return () => document.removeEventListener('keydown', cancel);
  }, [isDragging]);

  const handleOf = (index: number): HTMLAttributes<HTMLElement> => ({
    onPointerDown: (event) => {
      if (event.button !== 0) return;
      // A press would begin to select the text.
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const rows = Array.from(list.current?.children ?? [], (row) => {
        const { top, height } = row.getBoundingClientRect();
        return { top: top + window.scrollY, height };
      });
      setDrag({ from: index, to: index, startY: event.pageY, offset: 0, rows });
    },
    onPointerMove: ({ pageY }) => {
      if (drag === undefined) return;
      const others = drag.rows.filter((_, at) => at !== drag.from);
      const to = others.filter(({ top, height }) => top + height / 2 < pageY).length;
      setDrag({ ...drag, offset: pageY - drag.startY, to });
    },
    onPointerUp: () => {
      setDrag(undefined);
      if (drag !== undefined) onDrop(drag.from, drag.to);
    },
    onPointerCancel: () => setDrag(undefined),
  });

  return { handleOf, styleOf: (index) => (drag === undefined ? undefined : styleIn(drag, index)) };
}

/** The row that is held follows the pointer, and those it passes make room. */
function styleIn({ from, to, offset, rows }: Drag, index: number): CSSProperties | undefined {
  if (index === from)
    return {
      transform: `translateY(${offset}px)`,
      position: 'relative',
      zIndex: 10,
      background: 'var(--surface)',
      boxShadow: 'var(--shadow-float)',
    };
  const height = rows[from]?.height ?? 0;
  if (index > from && index <= to) return { transform: `translateY(${-height}px)` };
  if (index < from && index >= to) return { transform: `translateY(${height}px)` };
  return undefined;
}
