/**
 * Does something heavy once the screen has answered the press that asked for it: a press is felt to be answered by the
 * next paint, which this would hold up.
 */
export function afterPaint(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}
