/** A backup cannot be made, checked or put back; the message, for people, says why and what to do. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
