import { useRouter } from '@tanstack/react-router';

import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { SignInAgain } from '@/entities/session/sign-in-again.tsx';
import { session } from '@/lib/session/session.ts';

/** The password once more, of the user whose session ended. */
export default function PasswordDialog({
  email,
  other,
}: {
  email: string;
  /** Who came in meanwhile in another tab of the browser. */
  other: string | undefined;
}) {
  const router = useRouter();
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title={other === undefined ? 'Sua sessão expirou' : 'Outra conta entrou neste navegador'}
      description={
        other === undefined
          ? 'Informe sua senha para continuar de onde parou. Nada do que você preencheu se perdeu.'
          : `Em outra aba entrou ${other}. Para continuar aqui como ${email}, informe sua senha: nada do que você preencheu se perdeu.`
      }
    >
      <SignInAgain
        email={email}
        leaveLabel={other === undefined ? 'Sair' : 'Usar a outra conta'}
        onLeave={() => {
          if (other !== undefined) return window.location.assign('/dashboard');
          session.drop();
          void router.invalidate();
          return undefined;
        }}
      />
    </Dialog>
  );
}
