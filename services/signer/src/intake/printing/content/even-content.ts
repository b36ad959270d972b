import { ContentError, ContentScanner } from './content-scanner.ts';
import { readInlineImage } from './inline-image.ts';
import {
  BEGINS_PATH,
  NEEDS_PATH,
  PAINTS_PATH,
  MOVES_TEXT,
  SHOWS_TEXT,
  BREAKS_PATH,
  SETS_COLOUR,
  DEVICE_COMPONENTS,
  countingOperands,
  isMark,
  isOperator,
  setsComponents,
} from './operators.ts';

/** Of a layer, as `layers.ts` finds it. */
export interface LayerState {
  readonly shown: boolean;
  /** Readers do not agree whether it shows. */
  readonly contested: boolean;
}

/** What a content stream is drawn as, and what its resources say. */
export interface ContentPlace {
  /**
   * A drawing within others begins with their graphics state, a page with none. A tile without colour takes the
   * colour of its use (ISO 32000-2, 8.7.3.3).
   */
  readonly role: 'page' | 'drawing' | 'glyph' | 'uncoloured';
  /** What a page has to begin with. */
  readonly backdrop?: string | undefined;
  /** Of a property list among the resources; undefined when there is none. */
  layer(name: string): LayerState | undefined;
  /** Components of a colour space among the resources, as far as they are known. */
  components(name: string): number | undefined;
}

export interface EvenContent {
  /** Undefined when every reader draws it alike as it is. */
  readonly bytes: Buffer | undefined;
  /** Whether readers would have drawn it differently, or some would have shown what is hidden. */
  readonly differs: boolean;
  /** Whether any of it was on a layer. */
  readonly layered: boolean;
}

/** Readers keep a few hundred states, some fewer (Annex C of ISO 32000-1 says 28). */
const MAX_SAVED = 256;

/**
 * A content stream that every reader draws alike: what it opens it closes and nothing else, operators have what they
 * take, images within it end visibly, what a hidden layer has is gone and what others have is on none.
 *
 * @throws ContentError when there is no telling what it draws
 */
export function evenContent(bytes: Uint8Array, place: ContentPlace): EvenContent {
  return new ContentEvener(bytes, place).run();
}

/** What is followed of the graphics state. */
interface State {
  /** Components of the colour space: none for patterns that are still to be named. */
  fill: number | undefined;
  stroke: number | undefined;
  /** There may be a font. */
  font: boolean;
}

class ContentEvener {
  readonly #scanner: ContentScanner;
  readonly #place: ContentPlace;
  readonly #edits: { start: number; end: number; text: string }[] = [];
  readonly #saved: State[] = [];
  readonly #marks: { readonly layer: boolean; readonly hidden: boolean }[] = [];
  #state: State;
  #hidden = 0;
  #inText = false;
  #pathOpen = false;
  #uncoloured: boolean;
  /** A form or picture, just drawn. */
  #drawing: { readonly start: number; readonly end: number } | undefined;
  /** Text was left out, and what follows it in its line would move. */
  #gap = false;
  #differs = false;
  #layered = false;

  constructor(bytes: Uint8Array, place: ContentPlace) {
    this.#scanner = new ContentScanner(bytes);
    this.#place = place;
    this.#state = { fill: undefined, stroke: undefined, font: place.role !== 'page' };
    this.#uncoloured = place.role === 'uncoloured';
  }

  run(): EvenContent {
    const { backdrop } = this.#place;
    if (backdrop !== undefined && !this.#beginsWith(` ${backdrop} `)) {
      this.#edits.push({ start: 0, end: 0, text: backdrop });
      this.#differs = true;
    }
    while (this.#scanner.next()) this.#operation();
    this.#close();
    return { bytes: this.#edited(), differs: this.#differs, layered: this.#layered };
  }

  #beginsWith(text: string): boolean {
    const { bytes } = this.#scanner;
    return bytes.length >= text.length && this.#scanner.text({ start: 0, end: text.length }) === text;
  }

  #operation(): void {
    const scanner = this.#scanner;
    const { operator, operands, start, operatorStart } = scanner;
    this.#keepApart(operator);
    if (operator === 'BI') return this.#image();
    if (!isOperator(operator) || operator === 'ID' || operator === 'EI') return this.#replace('');
    const count = countingOperands(operator, operands);
    if (count === undefined) return this.#mistaken(operator);
    if (this.#pathOpen && BREAKS_PATH.has(operator)) {
      this.#edits.push({ start, end: start, text: 'n ' });
      this.#pathOpen = false;
      this.#differs = true;
    }
    const instead = this.#outcome(operator, count);
    if (instead !== undefined) return this.#replace(instead);
    const from = count === 0 ? operatorStart : (operands[operands.length - count]?.start ?? operatorStart);
    if (from === start) return undefined;
    this.#edits.push({ start, end: from, text: '' });
    this.#differs ||= count > 0;
  }

  /** What has to stand in an operator's place; undefined to leave it. */
  #outcome(operator: string, count: number): string | undefined {
    if (BEGINS_PATH.has(operator)) this.#pathOpen = true;
    else if (NEEDS_PATH.has(operator)) return this.#pathOpen ? undefined : this.#otherwise('');
    else if (PAINTS_PATH.has(operator)) {
      this.#pathOpen = false;
      if (operator !== 'n') this.#checkPattern();
      if (this.#hidden > 0 && operator !== 'n') return 'n';
    } else if (MOVES_TEXT.has(operator)) {
      this.#gap = false;
      if (!this.#inText) return this.#otherwise('');
    } else if (SHOWS_TEXT.has(operator)) return this.#text(operator);
    else if (SETS_COLOUR.has(operator)) return this.#colour(operator, count);
    else if (operator === 'Do' || operator === 'sh') {
      if (this.#hidden > 0) return '';
      const { start, position: end, operands } = this.#scanner;
      if (operator === 'Do' && operands.length === 1 && !this.#inText) this.#drawing = { start, end };
    } else if (operator === 'Tf' || operator === 'gs') this.#state.font = true;
    else if (operator === 'd0' || operator === 'd1') {
      if (this.#place.role !== 'glyph') return this.#otherwise('');
      this.#uncoloured ||= operator === 'd1';
    } else if (operator === 'cm' && this.#inText) throw new ContentError('a matrix within a text object');
    else return this.#structure(operator);
    return undefined;
  }

  #structure(operator: string): string | undefined {
    switch (operator) {
      case 'q':
        if (this.#saved.length >= MAX_SAVED) throw new ContentError('too many saved states');
        this.#saved.push({ ...this.#state });
        return undefined;
      case 'Q': {
        const saved = this.#saved.pop();
        if (!saved) return this.#otherwise('');
        this.#state = saved;
        return undefined;
      }
      case 'BT': {
        const within = this.#inText;
        this.#inText = true;
        this.#gap = false;
        return within ? this.#otherwise('ET BT') : undefined;
      }
      case 'ET': {
        const within = this.#inText;
        this.#inText = false;
        this.#gap = false;
        return within ? undefined : '';
      }
      case 'BMC':
        this.#marks.push({ layer: false, hidden: false });
        return undefined;
      case 'BDC':
        return this.#mark();
      case 'EMC': {
        const mark = this.#marks.pop();
        if (mark?.hidden) this.#hidden -= 1;
        return mark && !mark.layer ? undefined : '';
      }
      case 'BX':
      case 'EX':
        return '';
      default:
        return undefined;
    }
  }

  #mark(): string | undefined {
    const scanner = this.#scanner;
    const [tag, properties] = scanner.operands.slice(-2);
    const isLayer = tag !== undefined && scanner.name(tag) === 'OC';
    if (!isLayer) {
      this.#marks.push({ layer: false, hidden: false });
      return undefined;
    }
    const named = properties?.kind === '/' ? this.#place.layer(scanner.name(properties)) : undefined;
    const { shown, contested } = named ?? { shown: true, contested: true };
    this.#marks.push({ layer: true, hidden: !shown });
    if (!shown) this.#hidden += 1;
    this.#layered = true;
    this.#differs ||= contested || !shown;
    return '';
  }

  #text(operator: string): string | undefined {
    if (!this.#inText) throw new ContentError('text outside a text object');
    this.#checkPattern();
    const moves = operator === "'" || operator === '"';
    // Without a font nothing is drawn; readers differ on whether what else the operator says is heeded.
    if (this.#hidden === 0 && this.#state.font) {
      if (this.#gap && !moves) throw new ContentError('a layer within a line of text');
      if (moves) this.#gap = false;
      return undefined;
    }
    this.#gap = this.#hidden > 0;
    if (!this.#state.font) this.#differs = true;
    if (!moves) return '';
    if (operator === "'") return 'T*';
    const [wordSpace, characterSpace] = this.#scanner.operands.slice(-3);
    const text = (operand: typeof wordSpace): string => (operand ? this.#scanner.text(operand) : '0');
    return `${text(wordSpace)} Tw ${text(characterSpace)} Tc T*`;
  }

  #colour(operator: string, count: number): string | undefined {
    if (this.#uncoloured) return this.#otherwise('');
    const paint = operator === operator.toLowerCase() ? 'fill' : 'stroke';
    const device = DEVICE_COMPONENTS[operator.toLowerCase()];
    const last = this.#scanner.operands.at(-1);
    if (device !== undefined) this.#state[paint] = device;
    else if (!setsComponents(operator)) {
      this.#state[paint] = last && this.#place.components(this.#scanner.name(last));
    } else if (last?.kind === '/') this.#state[paint] = undefined;
    else {
      const expected = this.#state[paint];
      if (expected !== undefined && expected !== count)
        throw new ContentError('components of another colour');
    }
    return undefined;
  }

  /** Ghostscript 10.0 goes on in another colour after a picture that nothing restores the state from. */
  #keepApart(next: string): void {
    const drawing = this.#drawing;
    this.#drawing = undefined;
    if (drawing && next !== 'Q') this.#edits.push({ ...drawing, text: `q ${this.#scanner.text(drawing)} Q` });
  }

  #checkPattern(): void {
    const { fill, stroke } = this.#state;
    if (fill === 0 || stroke === 0) throw new ContentError('a pattern that is not named');
  }

  /** Marks draw nothing; for the rest there is no telling. */
  #mistaken(operator: string): void {
    if (!isMark(operator)) throw new ContentError(`operands of ${operator}`);
    const opens = operator === 'BMC' || operator === 'BDC';
    if (opens) this.#marks.push({ layer: false, hidden: false });
    this.#replace(opens ? '/Span BMC' : '');
  }

  #image(): void {
    const scanner = this.#scanner;
    const { start } = scanner;
    if (!scanner.next() || scanner.operator !== 'ID') throw new ContentError('an inline image without data');
    const image = readInlineImage(scanner, (name) => this.#place.components(name));
    scanner.position = image.end;
    const broken = this.#pathOpen ? 'n ' : '';
    this.#pathOpen = false;
    if (image.plain !== undefined || broken !== '') this.#differs = true;
    if (this.#hidden > 0) this.#edits.push({ start, end: image.end, text: broken });
    else if (image.plain !== undefined)
      this.#edits.push({ start, end: image.end, text: `${broken}${image.plain}` });
    else if (broken !== '') this.#edits.push({ start, end: start, text: broken });
  }

  #close(): void {
    const { start, operands, bytes } = this.#scanner;
    if (operands.length > 0) this.#edits.push({ start, end: bytes.length, text: '' });
    const closing = [
      ...(this.#pathOpen ? ['n'] : []),
      ...(this.#inText ? ['ET'] : []),
      ...this.#marks.flatMap(({ layer }) => (layer ? [] : ['EMC'])),
      ...this.#saved.map(() => 'Q'),
    ];
    if (closing.length > 0)
      this.#edits.push({ start: bytes.length, end: bytes.length, text: `\n${closing.join(' ')}` });
  }

  #otherwise(text: string): string {
    this.#differs = true;
    return text;
  }

  #replace(text: string): void {
    const { start, position } = this.#scanner;
    this.#edits.push({ start, end: position, text });
  }

  #edited(): Buffer | undefined {
    if (this.#edits.length === 0) return undefined;
    const { bytes } = this.#scanner;
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const { start, end, text } of this.#edits) {
      parts.push(bytes.subarray(at, start), Buffer.from(` ${text} `, 'latin1'));
      at = end;
    }
    parts.push(bytes.subarray(at));
    return Buffer.concat(parts);
  }
}
