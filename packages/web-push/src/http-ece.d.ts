declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  interface Parameters {
    version: 'aes128gcm';
    /** Own key pair. */
    privateKey: ECDH;
    /** The other side's public key, base64url. Read from the message when it is decrypted. */
    dh?: string;
    authSecret: string;
    /** 16 bytes, base64url; random without it. */
    salt?: string;
  }

  const ece: {
    encrypt(content: Buffer, parameters: Parameters): Buffer;
    decrypt(content: Buffer, parameters: Parameters): Buffer;
  };
  export default ece;
}
