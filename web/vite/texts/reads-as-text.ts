import { isText, nameOf, nodesBelow, type Around, type Node } from './tree.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** Attributes and properties of what people read. */
const TEXT_NAME =
  /^(?:label|title|text|description|meaning|placeholder|help|caption|header|done|one|many|plural|note|hint|detail|alt|meta|noun|before|offer|kept|advice|formLabel|named|aria-(?:label|description|valuetext|roledescription|placeholder)|\w+(?:Label|Title|Text|Description|Placeholder|Words))$/;

/** Attributes and properties of what only code reads, whatever it looks like. */
const CODE_NAMES = words(`
  className class id key type value kind country example aliases within end tone to from href src rel role variant size icon
  as operation path pattern
  htmlFor autoComplete inputMode d viewBox fill stroke transform points target lang event command code method headers
  field part step tab state status scope theme align side order style timeZone locale queryKey mutationKey accept
  activeClassName contentClassName data-testid labelledBy at level capture purpose mode media token
`);
const CODE_NAME =
  /^(?:data-.*|aria-(?!label$|description$|valuetext$|roledescription$|placeholder$).*|\w+(?:ClassName|Id|Ids|Key|Url))$/;

/** Calls whose texts are people's, even a single small word. */
const TEXT_CALLS = words(`
  plural counted say sayWord sayAround sayPortuguese required success warning info capitalised
`);

/** Calls whose texts are code. */
const CODE_CALLS = words(`
  cn cva clsx call addEventListener removeEventListener querySelector querySelectorAll closest matches getElementById
  getAttribute setAttribute removeAttribute hasAttribute toggleAttribute getItem setItem removeItem matchMedia createFileRoute
  createElement Error TypeError RangeError RegExp startsWith endsWith includes split indexOf Problem Event CustomEvent
  DateTimeFormat NumberFormat ListFormat RelativeTimeFormat Segmenter toLocaleLowerCase toLocaleUpperCase localeCompare
  toLocaleTimeString toLocaleDateString lazyPart lazy digest importKey encode get append set has delete fetch navigate
  setValue getValues watch trigger setFocus register postMessage BroadcastChannel CameraError LocationError defineProperty
  getPropertyValue setProperty parseFromString toDataURL toBlob getContext replaceAll replace normalize
`);

/** Nodes that hand their text on to what stands around them. */
const THROUGH = words(`
  ConditionalExpression LogicalExpression ParenthesizedExpression TSAsExpression TSSatisfiesExpression TSNonNullExpression
  TemplateLiteral ArrayExpression SpreadElement JSXExpressionContainer SequenceExpression
`);

const LETTER = /\p{L}/u;
const CLASSES =
  /(?:^|\s)(?:[\w@&*[\]>-]+[-:[][\w()[\]/.%#-]*|flex|grid|relative|absolute|sticky|fixed|hidden|block|underline|truncate|tabular|italic|uppercase|card|control|invisible)(?:!|\s|$)/;

/** Whether what it looks like alone says that people read it: a capital, an accent, or words beside each other. */
function looksLikeText(text: string): boolean {
  const plain = text.trim();
  if (SMALL_WORDS.has(plain)) return true;
  if (ANSWERS.has(plain)) return false;
  if (
    !LETTER.test(plain) ||
    /^[\w.-]*[/@<#=][^ ]*$|^[A-Z][a-z]*[A-Z]\w*$|^[\w-]+:\S|^[A-Z0-9_]+$|^--/.test(plain)
  )
    return false;
  if (/[À-ÖØ-öø-ÿ]/.test(plain)) return true;
  if (/^\p{Lu}\p{Ll}+(?:$|[\s.,:;!?…])/u.test(plain)) return true;
  return (
    /\p{L}[,.:;]? \p{L}|^\p{Ll}{2,} (?:…|\d)|… \p{Ll}{2,}(?: …)?$/u.test(plain) &&
    !CLASSES.test(plain) &&
    !/[{}=<>]|\d(?:px|rem|%)/.test(plain)
  );
}

/** What a text is given to, past what only hands it on: the node, and the one within it that the text is or stands in. */
function giver(node: Node, around: Around): { to: Node; within: Node; above: Around } | undefined {
  let within = node;
  for (let index = around.length - 1; index >= 0; index -= 1) {
    const to = around[index] as Node;
    const isTest = to.type === 'ConditionalExpression' && to['test'] === within;
    if (isTest || !THROUGH.has(to.type)) return { to, within, above: around.slice(0, index) };
    within = to;
  }
  return undefined;
}

const COMPARES = /^(?:[=!]==?|in|instanceof|[<>]=?)$/;

/** A table of words: all its values are texts, and one of them cannot be code. */
function isTableOfWords(table: Node): boolean {
  const properties = nodesBelow(table);
  const values = properties.map((property) => property['value'] as Node | undefined);
  const texts = values.flatMap((value) =>
    value !== undefined && isText(value) ? [String(value['value'])] : [],
  );
  if (
    properties.length < 2 ||
    !values.every((value) => value !== undefined && (isText(value) || value.type === 'TemplateLiteral'))
  )
    return false;
  const names = properties.map(({ key }) => nameOf(key));
  if (!names.some(isNamedForCode)) return texts.some(isSurely);
  return (
    !names.some((name) => TEXT_NAME.test(name)) && texts.filter(looksLikeText).length >= 0.8 * texts.length
  );
}

/** What no code is written like. */
const isSurely = (text: string): boolean => looksLikeText(text) && !/^[A-Z][a-z]+$/.test(text);

const isNamedForCode = (name: string): boolean => CODE_NAMES.has(name) || CODE_NAME.test(name);

/** Words that stand alone and are no name of anything in the code. */
const SMALL_WORDS = words('agora hoje ontem ou sem basta mais rosto foto modelo negrito');

/** What documents are filled with, in whatever language the interface is. */
const ANSWERS = words('sim não');

/** Whether people read a text, by where it stands; by what it looks like where that does not say. */
export function readsAsText(text: string, node: Node, around: Around): boolean {
  if (!LETTER.test(text)) return false;
  const given = giver(node, around);
  if (given === undefined) return false;
  const { to, within, above } = given;
  switch (to.type) {
    case 'JSXAttribute': {
      const name = nameOf(to['name']);
      if (TEXT_NAME.test(name)) return true;
      return !isNamedForCode(name) && looksLikeText(text);
    }
    case 'Property': {
      if (to['key'] === within) return false;
      const name = nameOf(to['key']);
      const table = above.at(-1);
      if (table !== undefined && isTableOfWords(table)) return true;
      if (TEXT_NAME.test(name))
        // In the registers' tables a small word is a field's name in templates, not what stands in an empty box.
        return (
          !/^[a-z][\w-]*$/.test(text) || !isText(node) || (name !== 'placeholder' && isBesideText(table))
        );
      return !isNamedForCode(name) && looksLikeText(text);
    }
    case 'CallExpression':
    case 'NewExpression': {
      if (to['callee'] === within) return false;
      const name = nameOf(to['callee']);
      if (TEXT_CALLS.has(name)) return true;
      return !CODE_CALLS.has(name) && !/^use[A-Z].*Query$/.test(name) && looksLikeText(text);
    }
    case 'BinaryExpression':
      // A text that is compared is another one than those it is compared with, once these are in other words.
      return COMPARES.test(String(to['operator']))
        ? isSurely(text) && text.includes(' ')
        : looksLikeText(text);
    case 'MemberExpression':
      return to['object'] === within && looksLikeText(text);
    case 'ConditionalExpression':
    case 'SwitchCase':
    case 'ImportExpression':
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'TaggedTemplateExpression':
    case 'ExpressionStatement':
    case 'PropertyDefinition':
      return false;
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    default:
      return looksLikeText(text);
  }
}

/** A small word under a name for texts (`one: 'selado'`) is one where a text stands beside it, or little else does. */
function isBesideText(table: Node | undefined): boolean {
  const values = table === undefined ? [] : nodesBelow(table).map(({ value }) => value as Node | undefined);
  const isSure = (value: Node | undefined) =>
    value !== undefined && isText(value) && isSurely(String(value['value']));
  return values.length <= 3 || values.some(isSure);
}
