import type { PDFPageProxy } from 'pdfjs-dist';

type Tree = NonNullable<Awaited<ReturnType<PDFPageProxy['getStructTree']>>>;
type Child = Tree['children'][number];

/** What a tag of the document (ISO 32000-2, 14.8.4) is to a screen reader, and within what it is that. */
const ROLES: Readonly<Record<string, { role: string; within?: readonly string[] }>> = {
  L: { role: 'list' },
  LI: { role: 'listitem', within: ['L'] },
  Table: { role: 'table' },
  THead: { role: 'rowgroup', within: ['Table'] },
  TBody: { role: 'rowgroup', within: ['Table'] },
  TFoot: { role: 'rowgroup', within: ['Table'] },
  TR: { role: 'row', within: ['Table', 'THead', 'TBody', 'TFoot'] },
  TH: { role: 'columnheader', within: ['TR'] },
  TD: { role: 'cell', within: ['TR'] },
  Figure: { role: 'img' },
  Formula: { role: 'img' },
};
const HEADING = /^H([1-6])?$/;

/**
 * Lays the tags of a page beside its text, out of sight: headings, lists, tables and what pictures show, in the
 * document's own order. A document without tags reads in the order in which it was drawn.
 * @param layer the page's text, whose marked content carries the ids that the tags name
 */
export function describeStructure(tree: Tree, layer: HTMLElement): void {
  if (layer.childElementCount === 0) return;
  const structure = document.createElement('div');
  structure.className = 'pdf-structure';
  structure.append(...elementsOf(tree, '', layer));
  layer.append(structure);
}

function elementsOf(node: Tree, parent: string, layer: HTMLElement): HTMLElement[] {
  return node.children.flatMap((child: Child) => {
    if ('id' in child) return contentOf(child.id, layer);
    const described = describedAs(child, parent);
    const inner = elementsOf(child, described === undefined ? '' : child.role, layer);
    described?.append(...inner);
    return described === undefined ? inner : [described];
  });
}

/** Takes a text to its place in the structure, where it is on this page. */
function contentOf(id: string | undefined, layer: HTMLElement): HTMLElement[] {
  if (id === undefined || layer.querySelector(`[id="${CSS.escape(id)}"]`) === null) return [];
  const place = document.createElement('span');
  place.setAttribute('aria-owns', id);
  return [place];
}

/** Undefined for a tag that says nothing to a reader, or stands where it cannot be what it says. */
function describedAs(node: Tree, parent: string): HTMLElement | undefined {
  const level = HEADING.exec(node.role);
  const known = ROLES[node.role];
  if (level === null && (known === undefined || known.within?.includes(parent) === false)) return undefined;
  const { alt, lang } = node as { alt?: string; lang?: string };
  // Without words of its own a picture is only what it holds.
  if (known?.role === 'img' && !alt) return undefined;
  const element = document.createElement('span');
  element.setAttribute('role', known?.role ?? 'heading');
  // The dialog's own title is the first of the page.
  if (level !== null) element.setAttribute('aria-level', String(Math.min(6, Number(level[1] ?? 1) + 2)));
  if (alt) element.setAttribute('aria-label', alt);
  if (lang) element.lang = lang;
  return element;
}
