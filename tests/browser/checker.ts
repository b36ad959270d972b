import { asUpload, type File } from './requester.ts';
import type { Visitor } from './visitor.ts';

/** Anyone at /validate. */
export class Checker {
  readonly visitor: Visitor;

  constructor(visitor: Visitor) {
    this.visitor = visitor;
  }

  async #starts(): Promise<void> {
    await this.visitor.open('/validate');
    await this.visitor.sees('validate', 'Este documento é autêntico?');
  }

  /** Drops the file on the page, as from the desktop. */
  async drops({ name, bytes }: File): Promise<void> {
    await this.#starts();
    const { page } = this.visitor;
    const transfer = await page.evaluateHandle(
      ([fileName, base64]) => {
        const carried = new DataTransfer();
        const content = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0));
        carried.items.add(new File([content], fileName ?? '', { type: 'application/pdf' }));
        return carried;
      },
      [name, Buffer.from(bytes).toString('base64')],
    );
    const zone = page.getByRole('button', { name: /Arraste o PDF/ });
    await zone.dispatchEvent('dragenter', { dataTransfer: transfer });
    await page.getByRole('button', { name: /Solte aqui/ }).dispatchEvent('drop', { dataTransfer: transfer });
  }

  /** Chooses the file in the system's dialog. */
  async chooses(file: File): Promise<void> {
    await this.#starts();
    await this.visitor.choosesFiles(/Arraste o PDF|Escolher o PDF/, [asUpload(file)]);
  }

  /** The verdict on the screen. */
  async isTold(verdict: string): Promise<void> {
    await this.visitor.sees(`verdict: ${verdict}`, verdict);
  }
}
