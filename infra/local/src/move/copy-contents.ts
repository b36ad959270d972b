import { soundEvent } from '@lacre/domain-log';
import { shareCertificates } from '@lacre/signer';

import { FileCopier } from '../backup/file-copier.ts';
import type { End, Move } from './ends.ts';
import { MoveRefused } from './move-refused.ts';
import { NamedOwners } from './named-owners.ts';
import type { Staging } from './staging.ts';

/**
 * What the copied events name, beside the log: files and certificates, which are copied, and whose the personal data
 * is. Goes on where it was; a run of its own begins at the first event, and finds what is there.
 */
export class Contents {
  readonly #source: End;
  readonly #target: End;
  readonly #staging: Staging;
  readonly #files: FileCopier;
  readonly #certificates = new Set<string>();
  readonly owners = new NamedOwners();
  #readTo = 0n;

  constructor({ source, target, staging }: Move) {
    this.#source = source;
    this.#target = target;
    this.#staging = staging;
    this.#files = new FileCopier({
      from: source.installation.blobs,
      to: target.installation.blobs,
      log: source.log,
    });
  }

  /** What was copied by this run. */
  get copied(): { files: number; bytes: number } {
    return this.#files.copied;
  }

  /**
   * @param onProgress after each event, whose files may still be on their way
   * @throws MoveRefused when the source lacks a file or a certificate that its log names
   */
  async advance(onProgress: () => void = () => {}): Promise<void> {
    const named = new Set<string>();
    for await (const recorded of this.#staging.events(this.#readTo)) {
      this.#readTo = BigInt(recorded.position);
      this.owners.enter(recorded);
      const event = soundEvent(recorded);
      if (event !== undefined && 'certificateSha256' in event.data) named.add(event.data.certificateSha256);
      await this.#files.enter(recorded);
      onProgress();
    }
    const missing = await this.#files.finish();
    // Zips and pictures, which no two owners share.
    await this.#files.removeGone();
    if (missing.length > 0)
      throw new MoveRefused(
        `faltam na origem ${missing.length} arquivos que o registro nomeia (${missing.slice(0, 3).join(', ')}): veja lacre fsck --only blobs. A conta não foi levada.`,
      );
    await this.#share(named);
  }

  async #share(named: ReadonlySet<string>): Promise<void> {
    const fresh = new Set([...named].filter((sha256) => !this.#certificates.has(sha256)));
    const [from, to] = [this.#source.installation.keysFolder, this.#target.installation.keysFolder];
    const missing = await shareCertificates(from, to, fresh);
    if (missing.length > 0)
      throw new MoveRefused(
        `faltam na origem certificados com que o registro diz que arquivos foram selados (${missing.join(', ')}): veja lacre fsck --only seal-keys. A conta não foi levada.`,
      );
    for (const sha256 of fresh) this.#certificates.add(sha256);
  }
}
