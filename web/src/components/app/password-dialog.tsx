import { useRouter } from '@tanstack/react-router';

import { Dialog } from '@/components/ui/dialog.tsx';
import { SignInAgain } from '@/features/auth/sign-in-again.tsx';
import { session } from '@/lib/api/session.ts';

/** The password once more, of the user whose session ended. */
export default function PasswordDialog({ email }: { email: string }) {
  const router = useRouter();
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title="Sua sessão expirou"
      description="Informe sua senha para continuar de onde parou. Nada do que você preencheu se perdeu."
    >
      <SignInAgain
        email={email}
        leaveLabel="Sair"
        onLeave={() => {
          session.drop();
          void router.invalidate();
        }}
      />
    </Dialog>
  );
}
