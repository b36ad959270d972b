import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

import { useSignOut } from '@/components/app/user-menu.tsx';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { SignInAgain } from '@/features/auth/sign-in-again.tsx';
import { asProblem } from '@/lib/api/problem.ts';

import { accountQueries } from './account-query.ts';

/** Does what only somebody may do who came in a moment ago. Given up, it ends in an `AbortError`. */
type ActRecently = (what: () => Promise<void>) => Promise<void>;

const Context = createContext<ActRecently>((what) => what());

/** Asks for the password once more where the server wants a recent sign-in, and then goes on. */
export const useRecently = (): ActRecently => useContext(Context);

interface Waiting {
  goOn: () => void;
  giveUp: () => void;
}

export function RecentlySignedIn({
  email,
  hasPassword,
  children,
}: {
  email: string;
  hasPassword: boolean;
  children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const leave = useSignOut();
  const [waiting, setWaiting] = useState<Waiting>();
  const act = useMemo<ActRecently>(
    () => async (what) => {
      try {
        await what();
      } catch (error) {
        if (asProblem(error).code !== 'RECENT_SIGN_IN_REQUIRED') throw error;
        await new Promise<void>((resolve, reject) =>
          setWaiting({ goOn: resolve, giveUp: () => reject(new DOMException('given up', 'AbortError')) }),
        );
        await what();
      }
    },
    [],
  );
  const close = () => {
    waiting?.giveUp();
    setWaiting(undefined);
  };
  return (
    <Context value={act}>
      {children}
      <Dialog
        open={waiting !== undefined}
        onOpenChange={close}
        title="Confirme que é você"
        description={
          hasPassword
            ? 'Por segurança, informe sua senha antes de mudar como você entra.'
            : 'Por segurança, é preciso ter entrado há pouco. Saia e entre de novo para continuar.'
        }
      >
        {hasPassword ? (
          <SignInAgain
            email={email}
            leaveLabel="Cancelar"
            onLeave={close}
            onEntered={() => {
              waiting?.goOn();
              setWaiting(undefined);
              void queryClient.invalidateQueries({ queryKey: accountQueries.all });
            }}
          />
        ) : (
          <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
            <Button onClick={close}>Cancelar</Button>
            <Button variant="primary" onClick={leave}>
              Sair e entrar de novo
            </Button>
          </div>
        )}
      </Dialog>
    </Context>
  );
}
