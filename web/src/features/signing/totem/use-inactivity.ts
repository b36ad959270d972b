import { useEffect, useEffectEvent, useState } from 'react';

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const;
/** Kept for the tab, so that a reload or a restart does not prolong the time. */
const KEY = 'totemTouchedAt';
const TICK_MS = 250;

/** How long before the end it is said, milliseconds. */
const WARNING_MS = 20_000;

/**
 * Counts the time since the screen was last touched. A face before the camera counts as present.
 *
 * @param limitMs after which `onTimeout` is called, once; undefined while no person is there
 * @returns the seconds left once the warning is due, and how to go on
 */
export function useInactivity(
  limitMs: number | undefined,
  onTimeout: () => void,
): { secondsLeft: number | undefined; stay: () => void } {
  const [touch] = useState(() => ({ at: touchedBefore() ?? Date.now() }));
  const [secondsLeft, setSecondsLeft] = useState<number>();
  const timeOut = useEffectEvent(onTimeout);

  useEffect(() => {
    if (limitMs === undefined) {
      note(touch, undefined);
      return undefined;
    }
    if (touchedBefore() === undefined) note(touch, Date.now());
    const isWarned = () => Date.now() >= touch.at + limitMs - WARNING_MS;
    // Once the question is shown, only its button answers.
    const touched = () => {
      if (!isWarned()) note(touch, Date.now());
    };
    const tick = setInterval(() => {
      // A clock set back must not prolong the time.
      if (isBeforeCamera() || Date.now() < touch.at) note(touch, Date.now());
      const leftMs = touch.at + limitMs - Date.now();
      setSecondsLeft(leftMs > WARNING_MS ? undefined : Math.max(0, Math.ceil(leftMs / 1000)));
      if (leftMs > 0) return;
      clearInterval(tick);
      timeOut();
    }, TICK_MS);
    for (const kind of TOUCHES) window.addEventListener(kind, touched, { capture: true, passive: true });
    return () => {
      clearInterval(tick);
      setSecondsLeft(undefined);
      for (const kind of TOUCHES) window.removeEventListener(kind, touched, { capture: true });
    };
  }, [limitMs, touch]);

  return {
    secondsLeft,
    stay: () => {
      note(touch, Date.now());
      setSecondsLeft(undefined);
    },
  };
}

/**
 * Both end by themselves: the camera's steps have their time, and so does the check. A browser that still asks whether
 * the camera may be used may ask for ever: that is not it.
 */
const isBeforeCamera = () =>
  document.querySelector('[data-biometric-overlay]') !== null ||
  [...document.querySelectorAll('video')].some(({ srcObject }) => srcObject !== null);

function note(touch: { at: number }, at: number | undefined): void {
  touch.at = at ?? Date.now();
  try {
    if (at === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, String(at));
  } catch {
    // Without storage it lasts as long as the page.
  }
}

function touchedBefore(): number | undefined {
  try {
    const kept = Number(sessionStorage.getItem(KEY));
    return kept > 0 ? kept : undefined;
  } catch {
    return undefined;
  }
}
