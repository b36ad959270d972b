/**
 * Calls `onOver` when time is up, unless what it returns is called first. A process that was busy itself has the answer
 * waiting in a socket when its timer comes: it is given one more look.
 */
export function startTimeLimit(limitMs: number, onOver: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(onOver, lookMs);
  }, limitMs);
  return () => clearTimeout(timer);
}

/** A timer set in a timer's callback comes after the sockets' turn. */
const lookMs = 20;
