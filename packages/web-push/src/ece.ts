import type { ECDH } from 'node:crypto';

// @ts-expect-error -- it comes without types
import untyped from 'http_ece';

interface Ece {
  encrypt(
    content: Buffer,
    parameters: {
      version: 'aes128gcm';
      /** Own key pair, of this message alone. */
      privateKey: ECDH;
      /** The browser's public key, base64url. */
      dh: string;
      /** The browser's, base64url. */
      authSecret: string;
    },
  ): Buffer;
}

/** Encrypted content-encoding for HTTP (RFC 8188), with the keys of RFC 8291. */
export const ece = untyped as Ece;
