import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';
import type { createApiClient } from '@/lib/api/client.ts';
import {
  canBePushed,
  isPushBlocked,
  ownSubscription,
  subscribeBrowser,
  unsubscribeBrowser,
} from '@/lib/browser/push.ts';

interface Parts {
  api: ReturnType<typeof createApiClient>;
  /** Person or user who is notified. */
  recipientId: string;
}

/** Whether this browser notifies, and how that is changed. */
type Switch = ReturnType<typeof usePush>;

function usePush({ api, recipientId }: Parts) {
  const [isOn, setOn] = useState(() => ownSubscription.of(recipientId) !== undefined && !isPushBlocked());
  const [isBlocked, setBlocked] = useState(isPushBlocked);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const { data } = useQuery({
    queryKey: ['push', 'key', recipientId],
    queryFn: ({ signal }) => api.call('pushKey', { signal }),
    enabled: canBePushed(),
    staleTime: Infinity,
    retry: false,
  });
  const publicKey = data?.publicKey ?? undefined;

  async function register(key: string): Promise<void> {
    const { subscriptionId } = await api.call('subscribePush', { body: await subscribeBrowser(key) });
    ownSubscription.keep(recipientId, subscriptionId);
  }

  // The browser may have another subscription since, or the server have lost sight of this one.
  useEffect(() => {
    if (publicKey === undefined || ownSubscription.of(recipientId) === undefined || isPushBlocked()) return;
    register(publicKey).catch(() => setOn(false));
    // Once for the key: what is switched later registers itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [publicKey, recipientId]);

  async function turn(on: boolean, key: string): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      if (on) await register(key);
      else {
        const subscriptionId = ownSubscription.of(recipientId);
        if (subscriptionId !== undefined) await api.call('unsubscribePush', { params: { subscriptionId } });
        if (!ownSubscription.keep(recipientId, undefined)) await unsubscribeBrowser();
      }
      setOn(on);
    } catch (error) {
      setBlocked(isPushBlocked());
      // To say no is no failure.
      setFailed(!(error instanceof DOMException && error.name === 'NotAllowedError'));
    } finally {
      setBusy(false);
    }
  }

  return { publicKey, isOn, isBlocked, failed, busy, turn };
}

const FAILED = 'Não foi possível mudar os avisos. Tente de novo.';
const BLOCKED =
  'O navegador não deixa este site mostrar avisos. Abra as configurações do site no navegador, permita os avisos e volte aqui.';

function SwitchButton({ of, publicKey }: { of: Switch; publicKey: string }) {
  return of.isOn ? (
    <Button size="sm" icon={<BellOff />} busy={of.busy} onClick={() => void of.turn(false, publicKey)}>
      {say('Desligar avisos')}
    </Button>
  ) : (
    <Button size="sm" icon={<BellRing />} busy={of.busy} onClick={() => void of.turn(true, publicKey)}>
      {say('Avisar neste aparelho')}
    </Button>
  );
}

const inTheMiddle = (text: ReactNode, action: ReactNode): ReactNode => (
  <div className="flex flex-col items-center gap-3 text-center">
    <p className="max-w-md text-sm text-balance text-muted">{text}</p>
    {action}
  </div>
);

/**
 * Switches notifications of this browser on and off, with a sentence of what comes. Nothing where the browser or the
 * installation has none.
 */
export function PushSwitch({
  offer,
  kept,
  frame = inTheMiddle,
  ...parts
}: Parts & { offer: string; kept: string; frame?: (text: ReactNode, action: ReactNode) => ReactNode }) {
  const push = usePush(parts);
  const { publicKey, isOn, isBlocked, failed } = push;
  if (publicKey === undefined) return null;
  return frame(
    <span aria-live="polite">{isBlocked ? say(BLOCKED) : failed ? say(FAILED) : isOn ? kept : offer}</span>,
    isBlocked ? null : <SwitchButton of={push} publicKey={publicKey} />,
  );
}
