import { parseSync } from 'vite';

/** A node of the syntax tree: ESTree with JSX and TypeScript, as oxc makes it. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** A node with those around it, the nearest last. */
export type Around = readonly Node[];

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** @throws Error where the source cannot be parsed */
export function treeOf(path: string, source: string): Node {
  const { program, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  return program as unknown as Node;
}

/** Types are gone before anything is shown; these stand around what is left. */
const KEPT = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

/** The nodes below one that run, in the order of the source. */
export const nodesBelow = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || KEPT.has(type))
    .toSorted((one, other) => one.start - other.start);

/** Visits each node from the outside in; `false` leaves those below one out. */
export function walk(node: Node, visit: (node: Node, around: Around) => unknown, around: Around = []): void {
  if (visit(node, around) === false) return;
  for (const below of nodesBelow(node)) walk(below, visit, [...around, node]);
}

/** What a name, a member or a call is called by. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return String(node['name']);
    case 'Literal':
      return String(node['value']);
    case 'MemberExpression':
    case 'JSXMemberExpression':
      return nameOf(node['property']);
    case 'JSXNamespacedName':
      return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`;
    case 'CallExpression':
    case 'NewExpression':
      return nameOf(node['callee']);
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return nameOf(node['expression']);
    default:
      return '';
  }
}

export const isText = (node: Node): boolean => node.type === 'Literal' && typeof node['value'] === 'string';
