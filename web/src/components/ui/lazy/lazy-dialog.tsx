import { useState, type ComponentType } from 'react';
import { createPortal } from 'react-dom';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { toast } from '@/components/ui/feedback/toast.ts';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog.tsx';
import { useTopModal } from '@/components/ui/overlays/modal-stack.ts';
import { say } from '@/i18n/say.ts';

import { componentCode, useCode, type ComponentCode } from './use-code.ts';

/** What cannot be given up is fetched again after this long, and asked about again, milliseconds. */
const RETRY_MS = 2000;
const ASK_AGAIN_MS = 30_000;

/**
 * A dialog whose code comes when it is asked for. A wait for it shows; and where it cannot be fetched, that is shown
 * over the screen as it stands, which a failure of `React.lazy` would take away with everything typed in it. One
 * without `onClose` must come: it is fetched until it does.
 */
export function lazyDialog<Code extends object, Props extends object>(
  load: () => Promise<Code>,
  pick: (code: Code) => ComponentType<Props>,
): ComponentType<Props> & Pick<ComponentCode<Props>, 'fetch'> {
  const code = componentCode(load, pick);

  function LazyDialog(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    const {
      Part,
      late,
      fault,
      retry: fetchAgain,
    } = useCode(code, (failed, retry) => {
      if (failed === 'outdated') return;
      if (onClose === undefined) {
        setTimeout(retry, RETRY_MS);
        return;
      }
      toast.error(say('Não foi possível abrir'), {
        description: say('Confira sua internet e tente de novo.'),
      });
      onClose();
    });
    if (Part !== undefined) return <Part {...props} />;
    if (fault === 'outdated')
      return <OutdatedPage onLeave={onClose ?? (() => setTimeout(fetchAgain, ASK_AGAIN_MS))} />;
    return late && <Opening />;
  }
  LazyDialog.fetch = code.fetch;
  return LazyDialog;
}

/** Above whatever dialog it was asked for from. */
function Opening() {
  const above = useTopModal() ?? document.body;
  return createPortal(
    <output className="fixed inset-x-0 bottom-24 z-[60] mx-auto flex w-fit animate-fade-in items-center gap-2.5 rounded-full border border-line bg-surface px-4 py-2.5 text-sm text-muted shadow-float">
      <Spinner /> {say('Abrindo…')}
    </output>,
    above,
  );
}

/** No page is reloaded without asking: something may be typed in it. */
function OutdatedPage({ onLeave }: { onLeave: () => void }) {
  const [asking, setAsking] = useState(true);
  return (
    <ConfirmDialog
      open={asking}
      onOpenChange={() => {
        setAsking(false);
        onLeave();
      }}
      title={say('O Lacre foi atualizado')}
      description={say(
        'Para abrir isto é preciso recarregar a página. O que você digitou nela e ainda não salvou se perde.',
      )}
      confirmLabel={say('Recarregar a página')}
      cancelLabel={say('Agora não')}
      onConfirm={() => window.location.reload()}
    />
  );
}
