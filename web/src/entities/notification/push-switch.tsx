import type { PushKind } from '@lacre/contracts';
import { useQuery } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Checkbox } from '@/components/ui/fields/checkbox.tsx';
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
  /** Undefined for everything. */
  const [kinds, setKinds] = useState(() => ownSubscription.kindsOf(recipientId));
  const last = useRef<PushKind[]>(undefined);
  const taken = useRef(kinds);
  const sending = useRef(Promise.resolve());
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

  async function register(key: string, wanted = ownSubscription.kindsOf(recipientId)): Promise<void> {
    const body = { ...(await subscribeBrowser(key)), ...(wanted === undefined ? {} : { kinds: wanted }) };
    const { subscriptionId } = await api.call('subscribePush', { body });
    ownSubscription.keep(recipientId, subscriptionId, wanted);
    taken.current = wanted;
  }

  // The browser may have another subscription since, or the server have lost sight of this one.
  useEffect(() => {
    if (publicKey === undefined || ownSubscription.of(recipientId) === undefined || isPushBlocked()) return;
    register(publicKey).catch(() => setOn(false));
    // Once for the key: what is switched later registers itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [publicKey, recipientId]);

  async function withdraw(): Promise<void> {
    const subscriptionId = ownSubscription.of(recipientId);
    if (subscriptionId !== undefined) await api.call('unsubscribePush', { params: { subscriptionId } });
    if (!ownSubscription.keep(recipientId, undefined)) await unsubscribeBrowser();
  }

  async function change(act: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailed(false);
    try {
      await act();
    } catch (error) {
      setBlocked(isPushBlocked());
      // To say no is no failure.
      setFailed(!(error instanceof DOMException && error.name === 'NotAllowedError'));
    } finally {
      setBusy(false);
    }
  }

  const turn = (on: boolean, key: string) =>
    change(async () => {
      await (on ? register(key) : withdraw());
      setOn(on);
      setKinds(ownSubscription.kindsOf(recipientId));
    });
  async function send(before: Promise<void>, chosen: PushKind[], key: string): Promise<void> {
    await before;
    if (last.current !== chosen) return;
    await change(() => register(key, chosen));
    if (last.current !== chosen) return;
    ownSubscription.choose(recipientId, taken.current);
    setKinds(taken.current);
  }

  /**
   * Shown as chosen at once, sent one choice after another, and shown as it was where that failed. A page that is left before
   * sends it when it is opened again.
   */
  function choose(chosen: PushKind[], key: string): void {
    ownSubscription.choose(recipientId, chosen);
    setKinds(chosen);
    last.current = chosen;
    sending.current = send(sending.current, chosen, key);
  }

  return { publicKey, isOn, kinds, isBlocked, failed, busy, turn, choose };
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

/** What a browser is notified of, where there is a choice. */
export type Kinds = Readonly<Partial<Record<PushKind, string>>>;

/** The last one that is on is switched off with everything. */
function KindChoices({ of, labels, publicKey }: { of: Switch; labels: Kinds; publicKey: string }) {
  const all = Object.keys(labels) as PushKind[];
  const chosen = of.kinds ?? all;
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Avisar quando um processo seu</legend>
      {all.map((kind) => (
        <Checkbox
          key={kind}
          label={labels[kind]}
          checked={chosen.includes(kind)}
          disabled={chosen.length === 1 && chosen[0] === kind}
          onChange={({ target }) =>
            of.choose(
              all.filter((one) => (one === kind ? target.checked : chosen.includes(one))),
              publicKey,
            )
          }
        />
      ))}
    </fieldset>
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
  kinds,
  frame = inTheMiddle,
  ...parts
}: Parts & {
  offer: string;
  kept: string;
  kinds?: Kinds;
  frame?: (text: ReactNode, action: ReactNode, choices: ReactNode) => ReactNode;
}) {
  const push = usePush(parts);
  const { publicKey, isOn, isBlocked, failed } = push;
  if (publicKey === undefined) return null;
  return frame(
    <span aria-live="polite">{isBlocked ? say(BLOCKED) : failed ? say(FAILED) : isOn ? kept : offer}</span>,
    isBlocked ? null : <SwitchButton of={push} publicKey={publicKey} />,
    isOn && !isBlocked && kinds !== undefined && (
      <KindChoices of={push} labels={kinds} publicKey={publicKey} />
    ),
  );
}
