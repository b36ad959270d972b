import { MapPin } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Callout } from '@/components/ui/feedback/callout.tsx';
import { say } from '@/i18n/say.ts';

import {
  currentLocation,
  isLocationGranted,
  locationAdvice,
  LocationError,
  type LocationFailure,
} from './location.ts';
import { namedLocation } from './named-location.ts';
import type { ProofStepProps } from './proofs.ts';

/**
 * The device's location: explained first, then asked for by the browser; at once where it is required and was allowed
 * before. Where it is optional, one may sign without it.
 */
export function LocationStep({ requirements, refused, onProven }: ProofStepProps) {
  const mayRefuse = !requirements.location;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<LocationFailure>();
  // A browser may ask for long, or for ever: going on without waits for no answer.
  const withoutIt = useRef(false);

  async function locate(): Promise<void> {
    withoutIt.current = false;
    setBusy(true);
    setFailure(undefined);
    try {
      const headers = await namedLocation(await currentLocation());
      if (!withoutIt.current) onProven({ headers });
    } catch (error) {
      setFailure(error instanceof LocationError ? error.reason : 'unavailable');
    } finally {
      setBusy(false);
    }
  }

  const locateIfGranted = useEffectEvent((granted: boolean) => {
    if (granted && refused === undefined && !mayRefuse) void locate();
  });
  useEffect(() => {
    let current = true;
    void isLocationGranted().then((granted) => current && locateIfGranted(granted));
    return () => {
      current = false;
    };
  }, []);

  return (
    <div className="flex flex-col gap-4">
      {refused !== undefined && failure === undefined && <Callout tone="danger">{refused}</Callout>}
      {failure !== undefined && (
        <Callout tone="warning" live title={say('Falta a sua localização')}>
          {locationAdvice(failure)}
          {mayRefuse && ` ${say('Ou assine sem informar onde está.')}`}
        </Callout>
      )}
      <Button variant="primary" size="lg" block icon={<MapPin />} busy={busy} onClick={() => void locate()}>
        {busy
          ? say('Localizando…')
          : failure === undefined
            ? say('Permitir e continuar')
            : say('Tentar de novo')}
      </Button>
      {mayRefuse && (
        <Button
          variant="ghost"
          block
          onClick={() => {
            withoutIt.current = true;
            onProven({});
          }}
        >
          {say('Assinar sem informar onde estou')}
        </Button>
      )}
    </div>
  );
}
