import { Callout } from '@/components/ui/feedback/callout.tsx';
import { say } from '@/i18n/say.ts';

/** Shown beside a document that came signed by others and prints otherwise than it shows. */
export function PrintsOtherwise({ className }: { className?: string }) {
  return (
    <Callout tone="warning" title={say('Na impressão, sai diferente da tela')} className={className}>
      {say(
        'Este arquivo tem partes que aparecem só na tela, só no papel ou só em alguns leitores e, como já chegou assinado, não pode ser corrigido aqui. Antes de assinar, confira também uma impressão.',
      )}
    </Callout>
  );
}
