import type { Writable } from 'node:stream';

/**
 * Hands the system what is written in one turn of the event loop at once: a driver writes each message of a statement,
 * and each statement of a transaction whose answers it does not wait for, by itself.
 *
 * @returns the stream given
 */
export function gatherWrites<Stream extends Writable>(stream: Stream): Stream {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  let isGathering = false;
  stream.write = (...given: unknown[]) => {
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    return write(...given);
  };
  return stream;
}
