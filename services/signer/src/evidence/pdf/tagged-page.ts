import { numeral } from './pdf-writer.ts';
import type { StructureElement, StructureTree } from './structure-tree.ts';

/** Whose the next drawing is: a part of the document, or an artifact. */
export type Owner = StructureElement | 'artifact';

/** Red, green, blue, each from 0 to 1, as PDF operands. */
export type Color = `${number} ${number} ${number}`;

/** The content of one page. All that is drawn is marked content (ISO 32000-1, 14.8.2). */
export class TaggedPage {
  readonly index: number;
  readonly height: number;
  readonly #structure: StructureTree;
  readonly #operators: string[] = [];
  #open: Owner | undefined;
  #fill = '';
  #stroke = '';

  constructor(index: number, height: number, structure: StructureTree) {
    this.index = index;
    this.height = height;
    this.#structure = structure;
  }

  /**
   * Text whose operand is already encoded; `top` counts from the upper edge down to the baseline. `slant` leans it to
   * the right, by the tangent of the angle.
   */
  text(
    owner: Owner,
    font: string,
    size: number,
    x: number,
    top: number,
    color: Color,
    operand: string,
    slant = 0,
  ): void {
    this.#mark(owner);
    this.#fillWith(color);
    const y = numeral(this.height - top);
    const matrix = `1 0 ${numeral(slant)} 1 ${numeral(x)} ${y}`;
    this.#operators.push(`BT /${font} ${numeral(size)} Tf ${matrix} Tm ${operand} Tj ET`);
  }

  /** Text that stands for other text when it is copied or read out (14.9.4). */
  standIn(owner: Owner, actualText: string, draw: () => void): void {
    this.#mark(owner);
    this.#operators.push(`/Span <</ActualText ${actualText}>> BDC`);
    draw();
    this.#operators.push('EMC');
  }

  /** A path in coordinates that count from the page's upper left corner down. */
  path(
    owner: Owner,
    path: string,
    look: { fill?: Color; stroke?: Color; width?: number; dash?: number },
  ): void {
    this.#mark(owner);
    const { fill, stroke, width = 0.75, dash } = look;
    if (fill) this.#fillWith(fill);
    if (stroke && stroke !== this.#stroke) {
      this.#stroke = stroke;
      this.#operators.push(`${stroke} RG`);
    }
    const style = stroke ? `${numeral(width)} w 1 j 1 J ${dash ? `[${dash} ${dash}] 0 d ` : ''}` : '';
    const paint = fill && stroke ? 'B' : fill ? 'f' : 'S';
    this.#operators.push(`q 1 0 0 -1 0 ${numeral(this.height)} cm ${style}${path} ${paint} Q`);
  }

  /** An image XObject; `top` is its upper edge. */
  image(owner: Owner, name: string, x: number, top: number, width: number, height: number): void {
    this.#mark(owner);
    const matrix = [width, 0, 0, height, x, this.height - top - height].map(numeral).join(' ');
    this.#operators.push(`q ${matrix} cm /${name} Do Q`);
  }

  /** The content stream. */
  finish(): Buffer {
    this.#close();
    return Buffer.from(this.#operators.join('\n'), 'latin1');
  }

  #mark(owner: Owner): void {
    if (this.#open === owner) return;
    this.#close();
    this.#open = owner;
    this.#operators.push(
      owner === 'artifact'
        ? '/Artifact BMC'
        : `/${owner.type} <</MCID ${this.#structure.mark(this.index, owner)}>> BDC`,
    );
  }

  #close(): void {
    if (this.#open !== undefined) this.#operators.push('EMC');
    this.#open = undefined;
  }

  #fillWith(color: Color): void {
    if (color === this.#fill) return;
    this.#fill = color;
    this.#operators.push(`${color} rg`);
  }
}
