/** Whether a button of the mouse, or the finger that stands for it, is down; and what waits for the click. */
let pressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  pressed = false;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act();
}

if (typeof document !== 'undefined') {
  document.addEventListener('mousedown', () => (pressed = true), true);
  // The click comes in the task of the release, so that a task later it has been.
  for (const end of ['mouseup', 'dragend'] as const)
    document.addEventListener(end, () => setTimeout(release), true);
  // Released over another window, without an event.
  for (const sign of ['mousemove', 'keydown'] as const)
    document.addEventListener(
      sign,
      (event) => {
        if (pressed && !('buttons' in event && event.buttons > 0)) release();
      },
      true,
    );
}

/**
 * Does something at once, or once the press that is under way has become a click. Leaving a field for a button blurs it
 * between press and release: an error shown there and then would push the button away from under the finger, and the
 * click would fall on nothing.
 */
export function afterPress(act: () => void): void {
  if (pressed) waiting.push(act);
  else act();
}
