import { say, type Text } from '@/i18n/say.ts';
import { isTotem } from '@/lib/session/totem-lock.ts';

/** How long to wait for the device to find itself, milliseconds. */
const TIMEOUT_MS = 20_000;
/** How long for the person as well, whom the browser asks: one that is passed over may never say so. Milliseconds. */
const ANSWER_MS = 60_000;

/** Why the device's location is not to be had. */
export type LocationFailure = 'denied' | 'unanswered' | 'unavailable' | 'unsupported';

/** Latitude and longitude as text, as the location headers of a signature have them (source specification, 7). */
export type LocationHeaders = Record<'client-latitude' | 'client-longitude', string>;

const ADVICE: Record<LocationFailure, Text> = {
  denied:
    'O navegador não tem permissão para ver a sua localização. Abra as permissões deste site (o cadeado ao lado do endereço), permita a localização e tente de novo.',
  unanswered:
    'O navegador não respondeu. Se ele perguntar, permita que este site veja a sua localização, e tente de novo.',
  unavailable:
    'O aparelho não conseguiu se localizar. Ligue a localização, aproxime-se de uma janela e tente de novo.',
  unsupported: 'Este navegador não informa a localização. Abra o link em outro navegador ou no celular.',
};
/** At a totem, whose settings are out of the person's reach. */
const TOTEM_ADVICE: Text =
  'Este totem não consegue informar onde está. Avise quem atende aqui, ou assine no seu celular, pelo link que você recebeu.';

/** What the person may do about it. */
export const locationAdvice = (failure: LocationFailure): string =>
  say(isTotem() ? TOTEM_ADVICE : ADVICE[failure]);

/** Asks the browser where the device is. Rejects with a `LocationError`. */
export async function currentLocation(): Promise<LocationHeaders> {
  if (!('geolocation' in navigator) || !window.isSecureContext) throw new LocationError('unsupported');
  const position = await new Promise<GeolocationPosition>((resolve, reject) => {
    setTimeout(() => reject(new LocationError('unanswered')), ANSWER_MS);
    navigator.geolocation.getCurrentPosition(resolve, (error) => reject(new LocationError(reasonOf(error))), {
      enableHighAccuracy: true,
      timeout: TIMEOUT_MS,
      maximumAge: 60_000,
    });
  });
  return locationHeaders(position.coords);
}

/** Whether the browser would answer without a prompt. */
export async function isLocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    // Older browsers cannot say: then it is asked for by a button.
    return false;
  }
}

/** Coordinates as the API takes them: plain decimals, seven places (about a centimetre). */
export function locationHeaders({
  latitude,
  longitude,
}: {
  latitude: number;
  longitude: number;
}): LocationHeaders {
  return { 'client-latitude': decimal(latitude), 'client-longitude': decimal(longitude) };
}

function decimal(value: number): string {
  return value.toFixed(7).replace(/\.?0+$/, '');
}

function reasonOf(error: GeolocationPositionError): LocationFailure {
  return error.code === error.PERMISSION_DENIED ? 'denied' : 'unavailable';
}

/** A location that could not be had: GET_GEOLOCATION_ERROR, as the source specification (8) calls it. */
export class LocationError extends Error {
  override readonly name = 'LocationError';
  readonly reason: LocationFailure;

  constructor(reason: LocationFailure) {
    super('GET_GEOLOCATION_ERROR');
    this.reason = reason;
  }
}
