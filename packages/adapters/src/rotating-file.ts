import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

/** A file of lines that never grows beyond `maxBytes`: the full one is kept under a number, `kept` of them. */
export class RotatingFile {
  readonly #path: string;
  readonly #maxBytes: number;
  readonly #kept: number;
  #size: number;

  constructor(path: string, { maxBytes, kept }: { maxBytes: number; kept: number }) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    this.#kept = kept;
    this.#size = existsSync(path) ? statSync(path).size : 0;
  }

  write(text: string): void {
    if (this.#size + text.length > this.#maxBytes) this.#rotate();
    appendFileSync(this.#path, text, { mode: 0o600 });
    this.#size += Buffer.byteLength(text);
  }

  #rotate(): void {
    for (let number = this.#kept - 1; number >= 0; number -= 1) {
      const from = number === 0 ? this.#path : `${this.#path}.${number}`;
      if (existsSync(from)) renameSync(from, `${this.#path}.${number + 1}`);
    }
    this.#size = 0;
  }
}
