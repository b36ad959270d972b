import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** 1 fits the width. */
const MIN_ZOOM = 0.5;
const MAX_ZOOM = 5;
const STEP = 1.25;

interface Focus {
  /** The point kept still, as a share of the content. */
  shareX: number;
  shareY: number;
  /** Where it is in the view, CSS pixels. */
  viewX: number;
  viewY: number;
}

export interface Zoom {
  zoom: number;
  zoomIn: () => void;
  zoomOut: () => void;
  fit: () => void;
  canZoomIn: boolean;
  canZoomOut: boolean;
}

type Scroller = React.RefObject<HTMLElement | null>;
type ZoomTo = (next: (zoom: number) => number, viewX?: number, viewY?: number) => void;

/** Zoom by button, key, wheel with Ctrl, and two fingers; what is in focus stays where it is. */
export function useZoom(scroller: Scroller): Zoom {
  const [zoom, setZoom] = useState(1);
  const focus = useRef<Focus>(undefined);

  const zoomTo: ZoomTo = (next, viewX, viewY) => {
    const element = scroller.current;
    if (element === null) return;
    const x = viewX ?? element.clientWidth / 2;
    const y = viewY ?? element.clientHeight / 2;
    focus.current = {
      shareX: (element.scrollLeft + x) / element.scrollWidth,
      shareY: (element.scrollTop + y) / element.scrollHeight,
      viewX: x,
      viewY: y,
    };
    setZoom((previous) => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, next(previous))));
  };

  // After every layout, because the pages' new size is what the kept point is a share of.
  useLayoutEffect(() => {
    const element = scroller.current;
    const kept = focus.current;
    if (element === null || kept === undefined) return;
    focus.current = undefined;
    element.scrollTo({
      left: kept.shareX * element.scrollWidth - kept.viewX,
      top: kept.shareY * element.scrollHeight - kept.viewY,
      behavior: 'instant',
    });
  });

  useGestures(scroller, zoomTo);

  return {
    zoom,
    zoomIn: () => zoomTo((previous) => previous * STEP),
    zoomOut: () => zoomTo((previous) => previous / STEP),
    fit: () => zoomTo(() => 1),
    canZoomIn: zoom < MAX_ZOOM,
    canZoomOut: zoom > MIN_ZOOM,
  };
}

/**
 * The wheel's listener by hand: React's is passive, and could not keep the page itself from zooming. Those of touches are
 * passive, so that a finger scrolls without waiting for code: `touch-action` keeps two from zooming the page.
 */
function useGestures(scroller: Scroller, zoomTo: ZoomTo): void {
  const distance = useRef(0);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const element = scroller.current;
    if (!event.ctrlKey || element === null) return;
    event.preventDefault();
    const box = element.getBoundingClientRect();
    zoomTo((zoom) => zoom * Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
  });

  const onTouchMove = useEffectEvent((event: TouchEvent) => {
    const element = scroller.current;
    if (event.touches.length !== 2 || distance.current === 0 || element === null) return;
    const box = element.getBoundingClientRect();
    const [x, y] = middle(event.touches);
    const now = spread(event.touches);
    const ratio = now / distance.current;
    distance.current = now;
    zoomTo((zoom) => zoom * ratio, x - box.left, y - box.top);
  });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const wheel = (event: WheelEvent) => onWheel(event);
    const move = (event: TouchEvent) => onTouchMove(event);
    const start = (event: TouchEvent) => {
      distance.current = event.touches.length === 2 ? spread(event.touches) : 0;
    };
    element.addEventListener('wheel', wheel, { passive: false });
    element.addEventListener('touchstart', start, { passive: true });
    element.addEventListener('touchmove', move, { passive: true });
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('touchstart', start);
      element.removeEventListener('touchmove', move);
    };
  }, [scroller]);
}

function spread(touches: TouchList): number {
  const [a, b] = touches;
  return Math.hypot((a?.clientX ?? 0) - (b?.clientX ?? 0), (a?.clientY ?? 0) - (b?.clientY ?? 0));
}

function middle(touches: TouchList): [x: number, y: number] {
  const [a, b] = touches;
  return [((a?.clientX ?? 0) + (b?.clientX ?? 0)) / 2, ((a?.clientY ?? 0) + (b?.clientY ?? 0)) / 2];
}
