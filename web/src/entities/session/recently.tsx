import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { accountQueries, type Account } from '@/entities/user/account-query.ts';
import { asProblem } from '@/lib/api/problem.ts';
import type { CurrentUser } from '@/lib/session/session.ts';

import { IdentityCheck } from './identity-check.tsx';

/** Does what needs a recent sign-in. Given up, it ends in an `AbortError`. */
type ActRecently = (what: () => Promise<void>) => Promise<void>;

const Context = createContext<ActRecently>((what) => what());

/** Asks for another sign-in where the server wants a recent one, and then repeats the act. */
export const useRecently = (): ActRecently => useContext(Context);

interface Waiting {
  goOn: () => void;
  giveUp: () => void;
}

/** @param account whose password, passkey, Google account, phone or mailed link is asked for */
export function RecentlySignedIn({ account, children }: { account: Account; children: ReactNode }) {
  const queryClient = useQueryClient();
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
  function entered(user: CurrentUser): void {
    // A browser lets people choose a passkey of any account: what was asked for is not done to another one.
    if (user.email === account.email) {
      waiting?.goOn();
      setWaiting(undefined);
    } else {
      close();
      toast.error('Você entrou em outra conta', {
        description: `Nada foi alterado. Agora você está na conta de ${user.email}.`,
      });
    }
    void queryClient.invalidateQueries({ queryKey: accountQueries.all });
  }
  return (
    <Context value={act}>
      {children}
      <Dialog
        open={waiting !== undefined}
        onOpenChange={close}
        title="Confirme que é você"
        description="Por segurança, entre mais uma vez antes de mudar quem entra e como. Depois disso, o que você pediu continua."
      >
        <IdentityCheck account={account} onCancel={close} onEntered={entered} />
      </Dialog>
    </Context>
  );
}
