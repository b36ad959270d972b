/** SHA-256 of some bytes, in hexadecimal. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : await hashedInScript(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers keep their own hashing from pages that came by plain HTTP, as on a local network. */
async function hashedInScript(bytes: Uint8Array): Promise<Uint8Array> {
  const noble = await import('@noble/hashes/sha2.js');
  return noble.sha256(bytes);
}
