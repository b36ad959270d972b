import type { Environment } from './environment.ts';

/** What sign-in takes from the environment: Google where a client is named, and the origins it may lead back to. */
export function signInSettings(
  environment: Pick<
    Environment,
    'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_ISSUER' | 'AUTHORIZED_ORIGINS'
  >,
) {
  const {
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: issuer,
  } = environment;
  const isSetUp = clientId !== undefined && clientSecret !== undefined;
  return {
    google: isSetUp ? { clientId, clientSecret, issuer } : undefined,
    authorizedOrigins: environment.AUTHORIZED_ORIGINS,
  };
}
