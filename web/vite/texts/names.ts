import { nameOf, nodesBelow, type Around, type Node } from './tree.ts';

/** Methods that leave a value what it is called. */
const SAME_VALUE = /^(?:toLocale\w+|toString|trim|join|map|slice|at)$/;

/** The placeholder of a value: the name of what the code puts there. */
export function placeholderOf(node: Node): string {
  const named = nameOf(node);
  const callee = node['callee'] as Node | undefined;
  if (SAME_VALUE.test(named) && callee?.type === 'MemberExpression')
    return placeholderOf(callee['object'] as Node);
  if (/^(?:plural|counted)$/.test(named)) return 'counted';
  if (named.startsWith('format')) return placeholderOf((node['arguments'] as Node[])[0] as Node);
  if (/^[A-Za-z_]\w*$/.test(named)) return named;
  const inner = nodesBelow(node)
    .map(nameOf)
    .find((one) => /^[A-Za-z_]\w*$/.test(one));
  return node.type === 'ConditionalExpression' || node.type === 'LogicalExpression'
    ? 'part'
    : (inner ?? 'value');
}

/** Distinct names for values of the same name: `name`, `name2`. */
export function distinct(names: readonly string[]): string[] {
  return names.map((one, index) => {
    const before = names.slice(0, index).filter((other) => other === one).length;
    return before === 0 ? one : `${one}${before + 1}`;
  });
}

/** What a text is given to, for translators. */
export function placeOf(around: Around): string {
  for (const node of around.toReversed()) {
    if (node.type === 'JSXAttribute') return nameOf(node['name']);
    if (node.type === 'Property') return nameOf(node['key']) || 'table';
    if (node.type === 'CallExpression') return nameOf(node['callee']) || 'call';
    if (node.type === 'VariableDeclarator') return nameOf(node['id']);
    if (node.type === 'JSXElement') return nameOf((node['openingElement'] as Node)['name']);
    if (node.type === 'FunctionDeclaration') return nameOf(node['id']);
  }
  return 'text';
}
