/** A key is not changed as it was asked. The message is for people. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}
