import { Button } from '@/components/ui/actions/button.tsx';
import { anonymousApi } from '@/lib/session/session.ts';

import { AskForMail } from './ask-for-mail.tsx';

/** Asks for a link to come in by. */
export default function EmailLinkStep({ onBack }: { onBack: () => void }) {
  return (
    <AskForMail
      ask={(email) => anonymousApi.call('requestSignInLink', { body: { email } })}
      brings={(minutes) => `um link para entrar. O link vale por ${minutes} minutos e uma vez só.`}
      back={
        <Button variant="ghost" block onClick={onBack}>
          Voltar
        </Button>
      }
    />
  );
}
