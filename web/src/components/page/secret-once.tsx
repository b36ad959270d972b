import { useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';

/** A secret that is shown this once: it stays until its owner says that it is kept. */
export function SecretOnce({
  title,
  label,
  secret,
  copyLabel,
  children,
  onClose,
}: {
  title: string;
  label: string;
  secret: string;
  copyLabel: string;
  /** What to do with it. */
  children: ReactNode;
  onClose: () => void;
}) {
  const [kept, setKept] = useState(false);
  return (
    <Dialog
      open
      locked
      onOpenChange={onClose}
      title={title}
      footer={
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          Concluir
        </Button>
      }
    >
      <Callout tone="warning" title="Copie agora: não será mostrado de novo">
        {children}
      </Callout>
      <div className="mt-4">
        <p className="mb-1.5 text-sm font-medium">{label}</p>
        <div className="flex flex-wrap items-center gap-2 rounded-xl border border-line bg-sunken p-3">
          <code className="min-w-0 flex-1 basis-52 font-mono text-[0.8125rem] break-all">{secret}</code>
          <CopyButton text={secret} label={copyLabel} />
        </div>
      </div>
      <div className="mt-4">
        <Checkbox
          label="Guardei em lugar seguro"
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
