/** It cannot be done now; the message, for people, says why. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}
