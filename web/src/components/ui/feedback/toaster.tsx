import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { useTopModal } from '@/components/ui/overlays/modal-stack.ts';
import { say } from '@/i18n/say.ts';
import { useLanguage } from '@/lib/language/use-language.ts';
import { cn } from '@/lib/style/cn.ts';

import { toastStore, type Toast } from './toast.ts';

/** Errors stay longer: they have to be read. */
const DURATION_MS: Record<Toast['tone'], number> = { success: 4500, info: 5500, error: 9000 };

const looks = {
  success: { icon: CircleCheck, ink: 'text-success' },
  error: { icon: CircleAlert, ink: 'text-danger' },
  info: { icon: Info, ink: 'text-info' },
} as const;

/** Where passing messages show while no dialog is open. */
export function Toaster() {
  return <Toasts shown={useTopModal() === undefined} />;
}

/**
 * Passing messages, over the page or within a dialog, whose backdrop would hide them and whose modality would keep them
 * from being announced. Ours rather than a library's: those that exist write a style element at import, which the
 * content security policy refuses.
 * @param shown false where a dialog stands above. The region stays: only what is added to one that is there is announced
 */
export function Toasts({ shown }: { shown: boolean }) {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot, toastStore.snapshot);
  // It stands before a language may have come.
  useLanguage();
  const [paused, setPaused] = useState(false);
  return (
    // Reading or reaching for a message must not race its timer; nothing here is operated by these events.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={say('Avisos')}
      aria-live="polite"
      // On phones a dialog has its buttons at the foot, and the page its places.
      className="pointer-events-none fixed inset-x-4 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-[60] flex flex-col items-center gap-2 in-[dialog]:max-md:top-4 in-[dialog]:max-md:bottom-auto sm:left-auto md:bottom-6 md:w-96 md:items-stretch"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {shown && toasts.map((item) => <ToastCard key={item.id} toast={item} paused={paused} />)}
    </section>
  );
}

function ToastCard({ toast, paused }: { toast: Toast; paused: boolean }) {
  const look = looks[toast.tone];

  useEffect(() => {
    if (paused) return undefined;
    const timer = setTimeout(() => toastStore.dismiss(toast.id), DURATION_MS[toast.tone]);
    return () => clearTimeout(timer);
  }, [paused, toast]);

  return (
    <div className="pointer-events-auto flex w-full max-w-96 animate-rise items-start gap-3 rounded-xl border border-line bg-surface p-4 shadow-float">
      <look.icon aria-hidden="true" className={cn('mt-px size-5 shrink-0', look.ink)} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{toast.title}</p>
        {toast.description !== undefined && <p className="mt-0.5 text-muted">{toast.description}</p>}
      </div>
      <button
        type="button"
        aria-label={say('Dispensar aviso')}
        className="-mt-1 -mr-1 flex size-8 shrink-0 items-center justify-center rounded-lg text-subtle hover:bg-hover hover:text-ink"
        onClick={() => toastStore.dismiss(toast.id)}
      >
        <X className="size-4" />
      </button>
    </div>
  );
}
