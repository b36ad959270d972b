import { useEffect, useEffectEvent, useState, type ComponentType } from 'react';

import { Spinner } from '@/components/ui/spinner.tsx';
import { toast } from '@/components/ui/toast.ts';

/** How long nobody notices, milliseconds. */
const PATIENCE_MS = 400;
/** What cannot be given up is fetched again after this long, milliseconds. */
const RETRY_MS = 2000;

/**
 * A dialog whose code comes when it is asked for. A wait for it shows; and where it cannot be fetched, that is told over
 * the screen as it stands, which a failure of `React.lazy` would take away with everything typed in it. One without
 * `onClose` must come: it is fetched until it does.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  let failed = false;

  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState(() => loaded);
    const [attempt, setAttempt] = useState(0);
    const [late, setLate] = useState(false);

    const giveUp = useEffectEvent(() => {
      const { onClose } = props as { onClose?: () => void };
      if (onClose === undefined) return false;
      toast.error('Não foi possível abrir', { description: 'Confira sua internet e tente de novo.' });
      onClose();
      return true;
    });

    useEffect(() => {
      if (loaded !== undefined) return undefined;
      let gone = false;
      let again: ReturnType<typeof setTimeout> | undefined;
      const showWait = setTimeout(() => setLate(true), PATIENCE_MS);
      async function fetchIt(): Promise<void> {
        try {
          if (!navigator.onLine) throw new TypeError('offline');
          const component = await load();
          loaded = component;
          if (!gone) setDialog(() => component);
        } catch {
          // Browsers remember that a module failed as long as the page lives: only a new page asks again.
          if (failed && (await isReachable())) return window.location.reload();
          failed = navigator.onLine;
          if (!gone && !giveUp()) again = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
        }
      }
      void fetchIt();
      return () => {
        gone = true;
        clearTimeout(showWait);
        clearTimeout(again);
      };
    }, [attempt]);

    if (Dialog !== undefined) return <Dialog {...props} />;
    if (!late) return null;
    return (
      <output className="fixed inset-x-0 bottom-24 z-[60] mx-auto flex w-fit animate-fade-in items-center gap-2.5 rounded-full border border-line bg-surface px-4 py-2.5 text-sm text-muted shadow-float">
        <Spinner /> Abrindo…
      </output>
    );
  };
}

const isReachable = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD' }).then(
    ({ ok }) => ok,
    () => false,
  );
