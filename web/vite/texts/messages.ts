import type { Message } from './message.ts';
import { distinct, placeholderOf, placeOf } from './names.ts';
import { pageMessagesOf } from './pages.ts';
import { piecesOf } from './pieces.ts';
import { readsAsText } from './reads-as-text.ts';
import { isText, nameOf, nodesBelow, treeOf, walk, type Around, type Node } from './tree.ts';

/** Between the words for one and for any other number. */
const ONE_OR_MANY = ' | ';

/** Every message of a source, in its order; one that stands in another comes after it. */
export function messagesOf(path: string, source: string): Message[] {
  if (/\.(?:html|webmanifest)$/.test(path)) return pageMessagesOf(path, source);
  const found: Message[] = [];
  const taken = new Set<Node>();
  walk(treeOf(path, source), (node, around) => {
    if (taken.has(node)) return;
    if (/^(?:Import|ExportAll)/.test(node.type) && node.type !== 'ImportExpression') return false;
    if (isInOtherLanguage(node, around)) return false;
    const one =
      node.type === 'JSXElement' || node.type === 'JSXFragment'
        ? ofElement(node, taken)
        : node.type === 'CallExpression'
          ? ofCount(node, taken)
          : node.type === 'TemplateLiteral' || isSum(node)
            ? ofTemplate(node, around, taken)
            : isText(node)
              ? ofLiteral(node, around)
              : undefined;
    if (one !== undefined) found.push(one);
  });
  return found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

/** The source with each of its messages in other words. @param inOtherWords of a message */
export function inOtherWords(
  source: string,
  messages: readonly Message[],
  inOtherWordsOf: (message: Message) => string,
): string {
  const write = (from: number, to: number, within?: Message): string => {
    let text = '';
    let at = from;
    for (const message of messages) {
      if (message === within || message.start < at || message.end > to) continue;
      text += source.slice(at, message.start);
      text += message.written(inOtherWordsOf(message), (start, end) => write(start, end, message));
      at = message.end;
    }
    return text + source.slice(at, to);
  };
  return write(0, source.length);
}

/** What stands beside its Portuguese, in a table of languages. */
const isInOtherLanguage = (node: Node, around: Around): boolean =>
  node.type === 'Property' &&
  /^(?:en|es)$/.test(nameOf(node['key'])) &&
  nodesBelow(around.at(-1) as Node).some((other) => nameOf(other['key']) === 'pt-BR');

function ofLiteral(node: Node, around: Around): Message | undefined {
  const text = String(node['value']);
  if (!readsAsText(text, node, around)) return undefined;
  const parent = around.at(-1);
  return {
    start: node.start,
    end: node.end,
    text,
    of: placeOf(around),
    written: (translation) => {
      piecesOf(translation, numbersIn(text), []);
      const code = JSON.stringify(translation);
      return parent?.type === 'JSXAttribute' ? `{${code}}` : code;
    },
  };
}

/** The places of values in a text of `say`. */
const numbersIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{(\d)\}/g), ([, number = '']) => number);

/** A template, or texts joined by `+`. */
function ofTemplate(node: Node, around: Around, taken: Set<Node>): Message | undefined {
  const strings: string[] = [''];
  const expressions: Node[] = [];
  const joined: Node[] = [];
  const add = (text: string) => strings.push((strings.pop() ?? '') + text);
  const read = (part: Node): void => {
    if (isText(part)) add(String(part['value']));
    else if (isSum(part)) for (const side of ['left', 'right']) read(part[side] as Node);
    else if (part.type === 'TemplateLiteral')
      for (const [index, { value }] of (part['quasis'] as Node[]).entries()) {
        add((value as { cooked: string }).cooked);
        const expression = (part['expressions'] as Node[])[index];
        if (expression !== undefined) expressions.push(expression);
        if (expression !== undefined) strings.push('');
      }
    else {
      expressions.push(part);
      strings.push('');
    }
    if (part !== node) joined.push(part);
  };
  read(node);
  if (!readsAsText(strings.join('…'), node, around)) return undefined;
  // What is joined is no message of its own; what stands between is no text at all.
  for (const part of joined) if (!expressions.includes(part)) taken.add(part);
  const names = distinct(expressions.map(placeholderOf));
  const values = new Map(names.map((one, index) => [one, expressions[index] as Node]));
  return {
    start: node.start,
    end: node.end,
    text: strings.map((text, index) => text + (index in names ? `{${names[index]}}` : '')).join(''),
    of: placeOf(around),
    written: (translation, inner) => {
      const code = piecesOf(translation, names, []).map((piece) => {
        if (typeof piece === 'string') return piece.replaceAll(/[`\\]|\$\{/g, String.raw`\$&`);
        const { start, end } = values.get(piece.name) as Node;
        return `\${${inner(start, end)}}`;
      });
      return `\`${code.join('')}\``;
    },
  };
}

const isSum = (node: Node): boolean =>
  node.type === 'BinaryExpression' &&
  node['operator'] === '+' &&
  [node['left'], node['right']].some(
    (side) => isText(side as Node) || (side as Node).type === 'TemplateLiteral' || isSum(side as Node),
  );

/** `plural(count, 'documento')` and `counted(…)`: the words for one and for many are one message. */
function ofCount(node: Node, taken: Set<Node>): Message | undefined {
  const name = nameOf(node['callee']);
  const [, one, many, ...others] = node['arguments'] as Node[];
  if (!/^(?:plural|counted)$/.test(name) || one === undefined || !isText(one)) return undefined;
  if (others.length > 0 || (many !== undefined && !isText(many))) return undefined;
  for (const word of [one, many]) if (word !== undefined) taken.add(word);
  const singular = String(one['value']);
  return {
    start: one.start,
    end: (many ?? one).end,
    text: [singular, many === undefined ? `${singular}s` : String(many['value'])].join(ONE_OR_MANY),
    of: name,
    written: (translation) => {
      const both = translation.split(ONE_OR_MANY);
      if (both.length !== 2) throw new Error(`"${translation}" is not the words for one and for many`);
      return both.map((word) => JSON.stringify(word)).join(', ');
    },
  };
}

type Part =
  | { kind: 'text'; text: string; start: number; end: number; node: Node }
  | { kind: 'value'; name: string; node: Node }
  | { kind: 'element'; name: string; node: Node; parts: Part[] };

/** What stands in an element, as one message: its text with all that stands in it. */
function ofElement(node: Node, taken: Set<Node>): Message | undefined {
  if (taken.has(node)) return undefined;
  const parts = trimmed(partsOf(node));
  if (!parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.text))) return undefined;
  const [first, last] = [parts[0] as Part, parts.at(-1) as Part];
  nameApart(parts);
  take(parts, taken);
  const text = textOf(parts);
  const [before, after] = [/^\s*/.exec(text)?.[0] ?? '', /\s*$/.exec(text)?.[0] ?? ''];
  return {
    start: startOf(first),
    end: endOf(last),
    text: text.trim(),
    of: node.type === 'JSXFragment' ? 'fragment' : nameOf((node['openingElement'] as Node)['name']),
    written: (translation, inner) => written(parts, before + translation + after, inner),
  };
}

const startOf = (part: Part): number => (part.kind === 'text' ? part.start : part.node.start);
const endOf = (part: Part): number => (part.kind === 'text' ? part.end : part.node.end);

function partsOf(element: Node): Part[] {
  return (element['children'] as Node[]).flatMap((child): Part[] => {
    const { start, end } = child;
    if (child.type === 'JSXText') {
      const text = shownText(String(child['value']));
      return text === '' ? [] : [{ kind: 'text', text, start, end, node: child }];
    }
    if (child.type === 'JSXExpressionContainer') {
      const expression = child['expression'] as Node;
      if (expression.type === 'JSXEmptyExpression') return [];
      if (isText(expression))
        return [{ kind: 'text', text: String(expression['value']), start, end, node: expression }];
      return [{ kind: 'value', name: placeholderOf(expression), node: child }];
    }
    const tag = child.type === 'JSXFragment' ? 'fragment' : nameOf((child['openingElement'] as Node)['name']);
    const parts = child.type === 'JSXElement' || child.type === 'JSXFragment' ? partsOf(child) : [];
    const isInline =
      parts.some(({ kind }) => kind === 'text') ||
      (parts.length > 0 && parts.every(({ kind }) => kind === 'value'));
    return [{ kind: 'element', name: tag, node: child, parts: isInline ? parts : [] }];
  });
}

/** Without the drawings and fields before and after the text. */
function trimmed(parts: readonly Part[]): Part[] {
  const isBeside = (part: Part) =>
    (part.kind === 'element' && part.parts.length === 0) || (part.kind === 'text' && part.text.trim() === '');
  const first = parts.findIndex((part) => !isBeside(part));
  const last = parts.findLastIndex((part) => !isBeside(part));
  return parts.slice(first, last + 1);
}

/** Gives each part a name of its own. */
function nameApart(parts: readonly Part[]): void {
  const all = (some: readonly Part[]): Exclude<Part, { kind: 'text' }>[] =>
    some.flatMap((part) =>
      part.kind === 'text' ? [] : [part, ...(part.kind === 'element' ? all(part.parts) : [])],
    );
  const named = all(parts);
  const names = distinct(named.map((part) => part.name));
  for (const [index, part] of named.entries()) part.name = names[index] as string;
}

/** What the message says itself is no message of its own; what its values say is. */
function take(parts: readonly Part[], taken: Set<Node>): void {
  for (const part of parts) {
    if (part.kind === 'text') taken.add(part.node);
    if (part.kind !== 'element' || part.parts.length === 0) continue;
    taken.add(part.node);
    take(part.parts, taken);
  }
}

const textOf = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'value') return `{${part.name}}`;
      return part.parts.length === 0
        ? `<${part.name}/>`
        : `<${part.name}>${textOf(part.parts)}</${part.name}>`;
    })
    .join('');

/** React's own reading of text between tags: lines are trimmed and joined by a space. */
function shownText(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines
    .map((line, index) => {
      const left = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? left : left.replace(/[ \t]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}

function written(
  parts: readonly Part[],
  translation: string,
  inner: (from: number, to: number) => string,
): string {
  const values = parts.filter((part) => part.kind === 'value');
  const elements = parts.filter((part) => part.kind === 'element');
  const pieces = piecesOf(
    translation,
    values.map((part) => part.name),
    elements.map((part) => part.name),
  );
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece === '' ? '' : `{${JSON.stringify(piece)}}`;
      const value = values.find((part) => part.name === piece.name);
      if (value !== undefined) return inner(value.node.start, value.node.end);
      const { node, parts: own } = elements.find((part) => part.name === piece.name) as Extract<
        Part,
        { kind: 'element' }
      >;
      if (own.length === 0) return inner(node.start, node.end);
      const [from, to] = [startOf(own[0] as Part), endOf(own.at(-1) as Part)];
      return inner(node.start, from) + written(own, piece.content ?? '', inner) + inner(to, node.end);
    })
    .join('');
}
