import { Refusal } from '@lacre/http';
import { fetch } from '@lacre/http-client';
import * as oidc from 'openid-client';
import type { Logger } from 'pino';

export interface GoogleOptions {
  clientId: string;
  clientSecret: string;
  /** `https://accounts.google.com`, or any provider of OpenID Connect. */
  issuer: string;
}

/** The provider's claims of the signed-in account. */
export interface GoogleIdentity {
  /** The account's own name at the provider, for ever (OpenID Connect Core §2, `sub`). */
  subject: string;
  email: string | undefined;
  /** Whether the provider vouches for the address. */
  emailVerified: boolean;
}

export interface GoogleRequest {
  url: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  redirectUri: string;
}

const TIMEOUT_SECONDS = 30;

/** Sign-in at Google by OpenID Connect Core 1.0: code flow with PKCE (RFC 7636), state and nonce. */
export class GoogleSignIn {
  readonly #options: GoogleOptions;
  readonly #log: Logger;
  #configuration: Promise<oidc.Configuration> | undefined;

  constructor(options: GoogleOptions, log: Logger) {
    this.#options = options;
    this.#log = log;
  }

  /** Where to send the browser, and what its return is to be held to. @throws Refusal IDENTITY_PROVIDER_UNAVAILABLE */
  async begin(redirectUri: string): Promise<GoogleRequest> {
    const configuration = await this.#configured();
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      // Lets the user choose among several accounts.
      prompt: 'select_account',
    });
    return { url: url.href, state, nonce, codeVerifier, redirectUri };
  }

  /**
   * Who came back: the code is exchanged, and the identity token checked by signature, issuer, audience, times and
   * nonce.
   *
   * @param callback query of the address that the provider led back to
   * @throws Refusal GOOGLE_SIGN_IN_FAILED, IDENTITY_PROVIDER_UNAVAILABLE
   */
  async finish(callback: string, begun: Omit<GoogleRequest, 'url'>): Promise<GoogleIdentity> {
    const configuration = await this.#configured();
    const address = new URL(begun.redirectUri);
    address.search = callback;
    const tokens = await oidc
      .authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: begun.codeVerifier,
        expectedState: begun.state,
        expectedNonce: begun.nonce,
        idTokenExpected: true,
      })
      .catch((cause: unknown) => {
        throw this.#refusal(cause, 'GOOGLE_SIGN_IN_FAILED');
      });
    const claims = tokens.claims();
    if (claims === undefined) throw new Refusal('GOOGLE_SIGN_IN_FAILED');
    const { sub: subject, email, email_verified: verified } = claims;
    return {
      subject,
      email: typeof email === 'string' ? email.trim().toLowerCase() : undefined,
      emailVerified: verified === true,
    };
  }

  /** Discovered once (OpenID Connect Discovery 1.0); a failure is tried again by the next who comes. */
  #configured(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    const server = new URL(issuer);
    // A provider without TLS is one for tests, on this machine.
    const execute = server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    this.#configuration ??= oidc
      .discovery(server, clientId, clientSecret, undefined, {
        execute,
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: (url, { body = null, ...options }) => fetch(url, { ...options, body }),
      })
      .catch((cause: unknown) => {
        this.#configuration = undefined;
        throw this.#refusal(cause, 'IDENTITY_PROVIDER_UNAVAILABLE');
      });
    return this.#configuration;
  }

  #refusal(cause: unknown, otherwise: 'GOOGLE_SIGN_IN_FAILED' | 'IDENTITY_PROVIDER_UNAVAILABLE'): Refusal {
    this.#log.warn({ err: cause }, 'sign-in at the identity provider failed');
    const isAway =
      cause instanceof TypeError ||
      (cause instanceof Error && /timeout|abort/i.test(`${cause.name} ${cause.message}`));
    return new Refusal(isAway ? 'IDENTITY_PROVIDER_UNAVAILABLE' : otherwise, { cause });
  }
}
