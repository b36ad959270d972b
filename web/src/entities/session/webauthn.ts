import type { errors } from '@lacre/contracts/errors';

import { Problem } from '@/lib/api/problem.ts';

/** The credential as the contracts take it. */
type CredentialJson<Response> = { id: string; rawId: string; type: 'public-key'; response: Response };

/**
 * Asks the browser for a signature by a passkey of this site.
 * @throws Problem when its owner gave up, or time ran out
 */
export async function askForPasskey(options: object): Promise<CredentialJson<{ clientDataJSON: string }>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  return (await jsonOf(navigator.credentials.get({ publicKey }))) as CredentialJson<{
    clientDataJSON: string;
  }>;
}

/**
 * Asks the browser to make a passkey.
 * @throws Problem when its owner gave up, or the device has one already
 */
export async function makePasskey(
  options: object,
): Promise<CredentialJson<{ clientDataJSON: string; attestationObject: string }>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  return (await jsonOf(navigator.credentials.create({ publicKey }))) as CredentialJson<{
    clientDataJSON: string;
    attestationObject: string;
  }>;
}

/** As the contracts have it: it is given here and not by the server. */
const INVALID =
  'Não foi possível cadastrar a chave de acesso. Tente de novo.' satisfies (typeof errors)['PASSKEY_INVALID']['title'];

async function jsonOf(asked: Promise<Credential | null>): Promise<unknown> {
  const credential = await asked.catch((error: unknown) => {
    throw passkeyProblem(error);
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Problem('PASSKEY_INVALID', { title: INVALID });
  return credential.toJSON();
}

/** What the browser's refusal means, in words; anything else as it is. */
function passkeyProblem(error: unknown): unknown {
  if (!(error instanceof DOMException)) return error;
  if (error.name === 'InvalidStateError')
    return new Problem('PASSKEY_INVALID', {
      status: 409,
      title: 'Este aparelho já tem uma chave de acesso desta conta.',
      cause: error,
    });
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return new Problem('SIGN_IN_FAILED', {
      status: 401,
      title: 'A chave de acesso não foi confirmada.',
      detail: 'O pedido foi cancelado ou o tempo acabou. Tente de novo, ou use outra forma de entrar.',
      cause: error,
    });
  return new Problem('SIGN_IN_FAILED', {
    status: 401,
    title: 'Este navegador não conseguiu usar a chave de acesso.',
    detail: 'Use outra forma de entrar.',
    cause: error,
  });
}
