/** Between two lines of progress, milliseconds. */
const SAID_EVERY_MS = 2000;

/** Says of all that is given to it what comes after a pause: the first not before one. */
export function spaced(say: (line: string) => void): (line: () => string) => void {
  let saidAt = performance.now();
  return (line) => {
    const now = performance.now();
    if (now - saidAt < SAID_EVERY_MS) return;
    saidAt = now;
    say(line());
  };
}
