import { Download } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { CopyButton } from '@/components/ui/actions/copy-button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { saveBlob } from '@/lib/api/download.ts';

/** Codes for when no second factor is at hand; they are shown this once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog
      open
      locked
      onOpenChange={onClose}
      title="Códigos de recuperação"
      description="Se ficar sem o segundo fator, cada um destes códigos entra uma vez no lugar dele."
      footer={
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          Concluir
        </Button>
      }
    >
      <Callout tone="warning" title="Eles aparecem só agora">
        Guarde-os onde só você alcança, longe deste aparelho.
      </Callout>
      <ul
        aria-label="Códigos de recuperação"
        className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-xl border border-line bg-sunken p-4 font-mono text-sm"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={text} label="Copiar códigos" />
        <Button
          size="sm"
          icon={<Download />}
          onClick={() =>
            saveBlob(new Blob([text], { type: 'text/plain' }), 'lacre-codigos-de-recuperacao.txt')
          }
        >
          Baixar códigos
        </Button>
      </div>
      <div className="mt-5">
        <Checkbox
          label="Guardei os códigos"
          checked={kept}
          onChange={(event) => setKept(event.target.checked)}
        />
      </div>
    </Dialog>
  );
}
