/** A tenant cannot be moved, or not now; the message, for people, says why, and whether anything was changed. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
