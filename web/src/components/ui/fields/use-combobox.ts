import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';

/** The list at its tallest, and what a phone's bar covers at the foot; CSS pixels. */
const LIST_HEIGHT = 288;
const RESERVED_BELOW = 72;

/** Whether the list is open and to which side, which entry is marked, and what keys do to it. */
export function useCombobox({
  options,
  entries,
  settled,
  onTake,
}: {
  /** How many were found. */
  options: number;
  /** With what comes after them. */
  entries: number;
  /** The options are those of the text as typed, not of what it was before. */
  settled: boolean;
  onTake: (index: number, close: () => void) => void;
}) {
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(0);
  const [above, setAbove] = useState(false);
  /** An Enter that came before the options of the text did. */
  const [awaited, setAwaited] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const active = settled ? Math.min(marked, Math.max(0, entries - 1)) : -1;

  useEffect(() => {
    if (!open) return undefined;
    const close = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);

  const takeAwaited = useEffectEvent(() => {
    setAwaited(false);
    // What was not found is not made without being asked.
    if (options > 0) take(0);
  });
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the options come from outside, when they come
    if (settled && awaited) takeAwaited();
  }, [settled, awaited]);

  function take(index: number): void {
    onTake(index, () => setOpen(false));
  }

  /** Opens towards the side with room for the list. */
  function show(): void {
    const place = box.current?.getBoundingClientRect();
    if (!open && place !== undefined) {
      const below = window.innerHeight - place.bottom - RESERVED_BELOW;
      setAbove(below < LIST_HEIGHT && place.top > below);
    }
    setOpen(true);
  }

  function leave(): void {
    setAwaited(false);
    setOpen(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) show();
      else if (settled)
        setMarked((active + (event.key === 'ArrowDown' ? 1 : entries - 1)) % Math.max(1, entries));
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      if (settled) take(active);
      else setAwaited(true);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      leave();
    }
  }

  return {
    box,
    open,
    above,
    active,
    mark: setMarked,
    take,
    show,
    onKeyDown,
    /** Another text: the first of what is found for it is marked. */
    restart: () => {
      setMarked(0);
      setAwaited(false);
      show();
    },
    leaveFor: (next: EventTarget | null) => {
      if (!box.current?.contains(next as Node | null)) leave();
    },
  };
}
