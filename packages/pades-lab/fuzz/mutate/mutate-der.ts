import { OID } from '@lacre/pades';
import { element, objectIdentifier, sequence, TAG, tagged } from '@lacre/pades/cms';

import type { Random } from '../random.ts';
import { mutateBytes } from './mutate-bytes.ts';

/**
 * An element of DER taken apart as far as it goes, to be changed and put together again. What is
 * inside octet and bit strings is taken apart too when it is DER.
 */
export interface DerNode {
  tag: number;
  /** What stands before the children, such as the unused bits of a bit string. */
  prefix: Uint8Array;
  children: DerNode[] | undefined;
  content: Uint8Array;
  /** The encoding to use whatever the node says. */
  raw?: Uint8Array;
}

const MAX_NODES = 4000;

/** Takes bytes apart; undefined when they are not one element that fills them. */
export function parseNodes(bytes: Uint8Array): DerNode | undefined {
  const allowance = { nodes: MAX_NODES };
  const nodes = nodesIn(bytes, allowance);
  return nodes?.length === 1 ? nodes[0] : undefined;
}

function nodesIn(bytes: Uint8Array, allowance: { nodes: number }): DerNode[] | undefined {
  const nodes: DerNode[] = [];
  let at = 0;
  while (at < bytes.length) {
    const extent = extentAt(bytes, at);
    allowance.nodes -= 1;
    if (!extent || allowance.nodes < 0) return undefined;
    nodes.push(nodeOf(bytes[at] as number, bytes.subarray(extent.start, extent.end), allowance));
    at = extent.end;
  }
  return nodes;
}

function extentAt(bytes: Uint8Array, at: number): { start: number; end: number } | undefined {
  const first = bytes[at + 1];
  if (first === undefined || ((bytes[at] as number) & 0x1f) === 0x1f) return undefined;
  const count = first < 0x80 ? 0 : first & 0x7f;
  if ((first >= 0x80 && count === 0) || count > 4) return undefined;
  let length = count === 0 ? first : 0;
  for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[at + 2 + index] ?? 0);
  const start = at + 2 + count;
  return start + length > bytes.length ? undefined : { start, end: start + length };
}

function nodeOf(tag: number, content: Uint8Array, allowance: { nodes: number }): DerNode {
  const isBits = tag === TAG.bitString && content[0] === 0;
  const mayHold = (tag & 0x20) !== 0 || ((tag === TAG.octetString || isBits) && content.length > 2);
  const prefix = content.subarray(0, isBits ? 1 : 0);
  const children = mayHold ? nodesIn(content.subarray(prefix.length), allowance) : undefined;
  return { tag, prefix: children ? prefix : NOTHING, children, content };
}

/** Puts a node together, with the lengths that come of it. */
export function encodeNode(node: DerNode): Buffer {
  if (node.raw) return Buffer.from(node.raw);
  if (!node.children) return element(node.tag, node.content);
  return element(node.tag, node.prefix, ...node.children.map(encodeNode));
}

const NOTHING = new Uint8Array();
const OIDS = Object.values(OID).map(objectIdentifier);
const TAGS: readonly [number, ...number[]] = [
  TAG.integer,
  ...Object.values(TAG),
  0x80,
  0x81,
  0x82,
  0x86,
  0xa0,
  0xa1,
  0xa2,
  0xa3,
  0xa4,
  0x1f,
  0x24,
];

/** Values that readers stumble over, by the kind of element. */
const CONTENTS: readonly [Uint8Array, ...Uint8Array[]] = [
  NOTHING,
  Buffer.of(0),
  Buffer.of(1),
  Buffer.of(0xff),
  Buffer.of(0x7f),
  Buffer.of(0x80),
  Buffer.of(0, 0x80),
  Buffer.of(0, 0),
  Buffer.of(0xff, 0xff, 0xff, 0xff),
  Buffer.alloc(20, 0x7f),
  Buffer.alloc(600, 0x11),
  Buffer.from('20261120120000Z'),
  Buffer.from('99991231235959Z'),
  Buffer.from('20261120120000.123456789Z'),
  Buffer.from('491231235959Z'),
  Buffer.from('\u00e7\u00e3o'),
];

interface Place {
  readonly node: DerNode;
  readonly parent: DerNode | undefined;
  readonly index: number;
}

type Mutation = (place: Place, random: Random, other: Place) => void;

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  ({ node }, random) => {
    node.content = random.pick(CONTENTS);
    node.children = undefined;
  },
  ({ node }, random, other) => {
    node.content = mutateBytes(
      node.children ? encodeNode(node).subarray(2) : node.content,
      random,
      other.node.content,
    );
    node.children = undefined;
  },
  ({ node }, random) => {
    node.tag = random.chance(0.5) ? random.pick(TAGS) : node.tag ^ (1 << random.below(8));
  },
  ({ node }, random, other) => Object.assign(node, copyOf(other.node)),
  ({ parent, index }) => parent?.children?.splice(index, 1),
  ({ node, parent, index }) => parent?.children?.splice(index, 0, copyOf(node)),
  ({ parent, index }, random, other) =>
    parent?.children?.splice(index + random.below(2), 0, copyOf(other.node)),
  ({ node, parent, index }, random) => {
    const siblings = parent?.children;
    const to = siblings ? random.below(siblings.length) : 0;
    if (siblings?.[to]) [siblings[index], siblings[to]] = [siblings[to], node];
  },
  ({ node }, random) => {
    node.raw = withWrongLength(node, random);
  },
  ({ node }, random) => {
    const oid = random.pick(OIDS) ?? NOTHING;
    Object.assign(node, { tag: TAG.oid, content: oid.subarray(2), children: undefined });
  },
  ({ node }, random) => {
    node.raw = nested(encodeNode(node), random);
  },
  ({ node }, random) => {
    const children = node.children ?? [];
    const [first] = children;
    const times = random.pick([3, 40, 200] as const);
    if (first) node.children = [...children, ...Array.from({ length: times }, () => first)];
  },
];

/** A change or a few to elements; lengths around them follow, or do not. */
export function mutateDer(bytes: Uint8Array, random: Random, other: Uint8Array): Buffer {
  const root = parseNodes(bytes);
  if (!root || random.chance(0.08)) return mutateBytes(bytes, random, other);
  const otherRoot = parseNodes(other) ?? root;
  for (let count = random.chance(0.4) ? 1 : random.few(4); count > 0; count -= 1) {
    const place = placeIn(root, random);
    random.pick(MUTATIONS)(place, random, placeIn(otherRoot, random));
  }
  return encodeNode(root);
}

/** Any element: the deeper, the more of them there are, so it goes down by chance. */
function placeIn(root: DerNode, random: Random): Place {
  let place: Place = { node: root, parent: undefined, index: 0 };
  for (;;) {
    const { node } = place;
    const count = node.raw ? 0 : (node.children?.length ?? 0);
    if (count === 0 || random.chance(place.parent ? 0.25 : 0.03)) return place;
    const index = random.below(count);
    place = { node: (node.children as DerNode[])[index] as DerNode, parent: node, index };
  }
}

function copyOf(node: DerNode): DerNode {
  return { ...node, children: node.children?.map(copyOf) };
}

function withWrongLength(node: DerNode, random: Random): Buffer {
  const whole = encodeNode(node);
  const content = node.children ? Buffer.concat(node.children.map(encodeNode)) : Buffer.from(node.content);
  const { length } = content;
  const lengths: readonly [Buffer, ...Buffer[]] = [
    Buffer.of((length + random.between(-3, 3)) & 0x7f),
    Buffer.of(0x80),
    Buffer.of(0x81, length & 0xff),
    Buffer.of(0x82, length >> 8, length & 0xff),
    Buffer.of(0x84, 0, 0, length >> 8, length & 0xff),
    Buffer.of(0x84, 0xff, 0xff, 0xff, 0xff),
    Buffer.of(0x88, 0, 0, 0, 0, 0, 0, length >> 8, length & 0xff),
    Buffer.of(0xff),
  ];
  const end = random.chance(0.3) ? Buffer.of(0, 0) : NOTHING;
  return Buffer.concat([whole.subarray(0, 1), random.pick(lengths), content, end]);
}

function nested(inner: Buffer, random: Random): Buffer {
  let bytes = inner;
  for (let depth = random.pick([1, 2, 30, 400] as const); depth > 0; depth -= 1) {
    bytes = random.chance(0.7) ? sequence(bytes) : tagged(random.below(4), bytes);
  }
  return bytes;
}
