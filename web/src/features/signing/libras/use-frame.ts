import { useEffect, useState, type RefObject } from 'react';

/** `failed`: its host did not answer, or not in time. */
type FrameState = 'loading' | 'ready' | 'failed';

/** As long as a phone on a slow line needs for the player, milliseconds. */
const LONGEST_WAIT_MS = 60_000;

/**
 * What the frame says of itself (web/public/libras-frame.js), and how it is given a text. Nothing that it says is
 * more than one of these words: what runs in it is code of others.
 */
export function useFrame(frame: RefObject<HTMLIFrameElement | null>): {
  state: FrameState;
  show: (text: string) => void;
} {
  const [state, setState] = useState<FrameState>('loading');
  const [wanted, setWanted] = useState<{ text: string }>();
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const said = typeof data === 'object' && data !== null && 'libras' in data ? data.libras : undefined;
      if (said === 'ready' || said === 'failed') setState(said);
    };
    const late = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), LONGEST_WAIT_MS);
    window.addEventListener('message', listen);
    return () => {
      clearTimeout(late);
      window.removeEventListener('message', listen);
    };
  }, [frame]);
  useEffect(() => {
    // Its origin is opaque, which no target names: what it is given goes to this window alone all the same.
    if (state === 'ready' && wanted !== undefined) frame.current?.contentWindow?.postMessage(wanted, '*');
  }, [state, wanted, frame]);
  // An object of its own: the same text may be asked for again.
  return { state, show: (text) => setWanted({ text }) };
}
