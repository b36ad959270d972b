/** The start is refused: the message, for people, says what is missing or wrong and the way on. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
