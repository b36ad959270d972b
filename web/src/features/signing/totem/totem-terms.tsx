import { TERMS_VERSION } from '@lacre/contracts/terms';

import { Button } from '@/components/ui/actions/button.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { useShownTerms } from '@/entities/terms/shown-terms.ts';
import { Terms } from '@/entities/terms/terms.tsx';
import { TranslationNote } from '@/entities/terms/translation-note.tsx';
import { say } from '@/i18n/say.ts';

/** The terms of signing, over the page: a totem shows no other. */
export default function TotemTerms({ onClose }: { onClose: () => void }) {
  const terms = useShownTerms(TERMS_VERSION);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={say('Termos da assinatura eletrônica')}
      className="sm:max-w-3xl"
      footer={
        <Button variant="primary" size="lg" onClick={onClose}>
          {say('Voltar')}
        </Button>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard (WCAG 2.1.1) */}
      <section aria-label={say('Texto dos termos')} tabIndex={0} className="flex flex-col gap-8">
        <TranslationNote {...terms} />
        <Terms {...terms} />
      </section>
    </Dialog>
  );
}
