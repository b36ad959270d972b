import { createHash } from 'node:crypto';

import { checkedContents, noteCheckedContents, type CheckedContents } from '@lacre/adapters';
import { TIME_ZONE } from '@lacre/contracts';
import type { Pool } from 'pg';

/**
 * What a check reads, entered in the order of the log. What an earlier run read and found whole needs not be read again:
 * it is known by how many entries they were and by a digest of them, so that another log, or one with another past, is
 * read from its beginning. What did not fit, and what the log names again, is read each time.
 */
export class ContentsRead {
  readonly #former: CheckedContents | undefined;
  readonly #under: string;
  readonly #hash = createHash('sha256');
  #entries = 0;
  /** Of the entries that the former run had, as long as they may turn out to be others. */
  #before = new Set<string>();
  #known = new Set<string>();
  #passedOver = 0;

  private constructor(former: CheckedContents | undefined, under: string) {
    this.#former = former;
    this.#under = under;
  }

  /**
   * @param under where the contents lie and by what they are judged
   * @param whole whether everything is read again
   */
  static async open(
    { pool, whole }: { pool: Pool; whole: boolean },
    name: string,
    under: string,
  ): Promise<ContentsRead> {
    const former = whole ? undefined : await checkedContents(pool, name);
    return new ContentsRead(former?.under === under ? former : undefined, under);
  }

  /** In the order of the log. */
  enter(entry: string): void {
    this.#hash.update(`${entry}\n`);
    this.#entries += 1;
    this.#known.delete(entry);
    if (this.#former === undefined || this.#entries > this.#former.entries) return;
    this.#before.add(entry);
    if (this.#entries < this.#former.entries) return;
    if (this.#hash.copy().digest('hex') === this.#former.digest)
      this.#known = this.#before.difference(new Set(this.#former.faulty));
    this.#before = new Set();
  }

  /** Whether it was found whole before; every entry has been entered by then. */
  isKnown(entry: string): boolean {
    const isKnown = this.#known.has(entry);
    if (isKnown) this.#passedOver += 1;
    return isKnown;
  }

  /** Commit point of a check: what it read is passed over from then on. Before it the next run reads it again. */
  async note(pool: Pool, name: string, faulty: readonly string[]): Promise<void> {
    await noteCheckedContents(pool, name, {
      under: this.#under,
      entries: this.#entries,
      digest: this.#hash.copy().digest('hex'),
      faulty,
      readSince: this.#passedOver > 0 ? (this.#former?.readSince ?? new Date()) : new Date(),
    });
  }

  /** What was not read, for people; empty when all was. */
  get passedOver(): string {
    if (this.#passedOver === 0 || this.#former === undefined) return '';
    const day = DAY.format(this.#former.readSince);
    return `, ${this.#passedOver} deles lidos em verificações anteriores, desde ${day} (--whole lê tudo de novo)`;
  }
}

const DAY = new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, dateStyle: 'short' });
