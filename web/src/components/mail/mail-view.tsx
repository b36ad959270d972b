import { createElement, useMemo, type CSSProperties, type ReactNode } from 'react';

/** What the product's mails are made of; anything else is left out. A heading and a link are none of the page's. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  table: 'table',
  tbody: 'tbody',
  tr: 'tr',
  td: 'td',
  div: 'div',
  p: 'p',
  h1: 'p',
  span: 'span',
  strong: 'strong',
  a: 'span',
  br: 'br',
  img: 'img',
};

/**
 * A mail of the product as mail programs show it in light colours, drawn without its links. Its style attributes go
 * through the CSSOM, since the page's content security policy takes none.
 */
export function MailView({ html }: { html: string }) {
  const content = useMemo(() => {
    const { documentElement, body } = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
    return { lang: documentElement.lang, style: styleOf(body), children: drawn(body) };
  }, [html]);
  return (
    <div lang={content.lang} className="overflow-hidden rounded-xl border border-line" style={content.style}>
      {content.children}
    </div>
  );
}

/**
 * The mail with its style attributes under another name and without its style sheet: reading a document with either
 * offends the policy. A quotation mark in a text is written otherwise in a mail, so that none of it is taken for one.
 */
const withoutStyles = (html: string): string =>
  html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(' style="', ` ${STYLE}="`);

const STYLE = 'data-style';

const drawn = (parent: Element): ReactNode[] =>
  Array.from(parent.childNodes, (node, index) => {
    if (node instanceof Text) return node.data.trim() === '' ? null : node.data;
    const tag = node instanceof Element ? DRAWN_AS[node.tagName.toLowerCase()] : undefined;
    if (tag === undefined || !(node instanceof Element)) return null;
    const style = styleOf(node);
    // What mail programs show in their list stands there unseen.
    if (style['display'] === 'none') return null;
    const props = { key: index, style: { borderCollapse: 'separate', ...style }, ...attributesOf(node) };
    if (tag === 'img')
      return createElement(tag, { ...props, src: pathOf(node.getAttribute('src')), alt: '' });
    return tag === 'br' ? createElement(tag, props) : createElement(tag, props, ...drawn(node));
  });

/** How tables lie, as mails say it. */
const attributesOf = (element: Element) => ({
  role: element.getAttribute('role') ?? undefined,
  align: element.getAttribute('align') ?? undefined,
  valign: element.getAttribute('valign') ?? undefined,
  width: element.getAttribute('width') ?? undefined,
  cellPadding: element.getAttribute('cellpadding') ?? undefined,
  cellSpacing: element.getAttribute('cellspacing') ?? undefined,
  'aria-hidden': element.getAttribute('aria-hidden') === 'true' ? true : undefined,
});

/** A logo stands on the platform's own origin, whatever name that has outside. */
const pathOf = (address: string | null): string | undefined =>
  address !== null && URL.canParse(address) ? new URL(address).pathname : undefined;

/** A style attribute as React has it. */
function styleOf(element: Element): CSSProperties & Record<string, string> {
  const declarations = (element.getAttribute(STYLE) ?? '').split(';').flatMap((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    const property = name.trim().replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    // Of one mail program alone.
    if (property === '' || property.startsWith('mso')) return [];
    return [[property, value.join(':').trim()] as const];
  });
  return Object.fromEntries(declarations);
}
