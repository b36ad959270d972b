/** The file that a command was to write cannot be written. */
export class CannotWrite extends Error {}
