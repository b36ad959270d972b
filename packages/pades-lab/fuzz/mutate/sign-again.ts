import { createHash } from 'node:crypto';

import { OID } from '@lacre/pades';
import { objectIdentifier, setOf, TAG } from '@lacre/pades/cms';

import type { FixedKey } from '../corpus/fixed-keys.ts';
import { type DerNode, encodeNode, parseNodes } from './mutate-der.ts';

/**
 * Signs a changed certificate, CRL or OCSP response anew, as its issuer would, so that what is looked
 * at only after the signature is looked at.
 */
export function signAgain(bytes: Uint8Array, key: FixedKey): Uint8Array {
  const root = parseNodes(bytes);
  if (!root) return bytes;
  const signed = isSigned(root) ? root : basicResponseIn(root);
  const [toBeSigned, , signature] = signed?.children ?? [];
  if (!toBeSigned || !signature) return bytes;
  fill(signature, TAG.bitString, Buffer.concat([Buffer.of(0), key.sign(encodeNode(toBeSigned))]));
  return encodeNode(root);
}

function fill(node: DerNode, tag: number, content: Uint8Array): void {
  Object.assign(node, { tag, content, children: undefined, raw: undefined });
}

function isSigned({ children = [] }: DerNode): boolean {
  return children.length >= 3 && children[0]?.tag === TAG.sequence && children[2]?.tag === TAG.bitString;
}

/** SEQUENCE { status, [0] SEQUENCE { type, OCTET STRING { BasicOCSPResponse } } }. */
function basicResponseIn(root: DerNode): DerNode | undefined {
  const basic = root.children?.[1]?.children?.[0]?.children?.[1]?.children?.[0];
  return basic && isSigned(basic) ? basic : undefined;
}

/** The same for a time-stamp token, or a response with one: messageDigest, then signature. */
export function stampAgain(bytes: Uint8Array, key: FixedKey): Uint8Array {
  const root = parseNodes(bytes);
  if (!root) return bytes;
  const token = root.children?.[0]?.tag === TAG.oid ? root : root.children?.[1];
  const fields = token?.children?.[1]?.children?.[0]?.children;
  const content = fields?.[2]?.children?.[1]?.children?.[0];
  const signer = fields?.at(-1)?.children?.[0]?.children;
  const attributes = signer?.[3];
  const signature = signer?.[5];
  if (!content || !attributes?.children || !signature) return bytes;
  const held = content.children ? Buffer.concat(content.children.map(encodeNode)) : content.content;
  const digest = createHash('sha256').update(held).digest();
  const value = attributes.children.find(isMessageDigest)?.children?.[1]?.children?.[0];
  if (value) fill(value, TAG.octetString, digest);
  fill(signature, TAG.octetString, key.sign(setOf(...attributes.children.map(encodeNode))));
  return encodeNode(root);
}

const MESSAGE_DIGEST = objectIdentifier(OID.messageDigest);

function isMessageDigest({ children }: DerNode): boolean {
  const [type] = children ?? [];
  return type !== undefined && Buffer.compare(encodeNode(type), MESSAGE_DIGEST) === 0;
}
