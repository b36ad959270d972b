import { Link2Off } from 'lucide-react';

import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { say } from '@/i18n/say.ts';
import { useTitle } from '@/lib/hooks/use-title.ts';

/** In place of the door where the link does not say to what. */
export function BrokenLink() {
  useTitle(say('Link incompleto'));
  return (
    <EmptyState
      level="h1"
      icon={<Link2Off />}
      title={say('Este link está incompleto')}
      className="flex-1 justify-center"
    >
      {say(
        'Abra de novo o email do convite e toque no botão, ou copie o endereço inteiro. Se não der certo, peça outro link a quem solicitou a assinatura.',
      )}
    </EmptyState>
  );
}
