import { useState } from 'react';

import { noteLikelyKnown } from '@/features/signing/identify/known-device.ts';
import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';
import { deviceId } from '@/lib/browser/device-id.ts';
import { personApi, personSession } from '@/lib/session/person-session.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';

import { forgetProgress } from './progress.ts';

/** Whose documents are open, and the way out for anyone else: the device asks for a code again from then on. */
export function WhoIsHere({ name }: { name: string }) {
  const [busy, setBusy] = useState(false);
  // At a totem the frame says who is there, and every visit ends without a trace.
  if (name === '' || isTotem()) return null;

  async function leave(): Promise<void> {
    setBusy(true);
    // Left here even when the server cannot be reached.
    await forgetThisDevice().catch(() => undefined);
    noteLikelyKnown(false);
    forgetProgress();
    personSession.leave();
  }

  return (
    <p className="mb-4 text-[0.8125rem] text-muted">
      {sayAround(
        'Você entrou como {0}.',
        <strong className="font-medium wrap-anywhere text-ink">{name}</strong>,
      )}{' '}
      <button
        type="button"
        disabled={busy}
        className="inline-block rounded py-0.5 text-primary-ink underline underline-offset-4"
        onClick={() => void leave()}
      >
        {say('Não sou eu')}
      </button>
    </p>
  );
}

/** Takes back that this device needs no code, for each contact that it is remembered for. */
async function forgetThisDevice(): Promise<void> {
  const headers = { 'client-device-id': deviceId() };
  const { items } = await personApi.call('listPersonDevices', { headers });
  for (const { deviceId: remembered } of items.filter(({ current }) => current))
    await personApi.call('forgetPersonDevice', { params: { deviceId: remembered } });
}
