import { encodeNode, type DerNode, parseNodes } from '../mutate/mutate-der.ts';
import { indexPdf } from '../mutate/pdf-index.ts';

/**
 * Whether two files of one size differ in nothing but which issuers' certificates stand beside a
 * signature or in a time-stamp token. No signature covers those; the validator lets some be missing,
 * for what a sealer or an authority embeds differs, and looks at each that is there.
 */
export function sameButForCertificates(file: Uint8Array, genuine: Uint8Array): boolean {
  if (file.length !== genuine.length) return false;
  let at = 0;
  for (const { start, end } of indexPdf(genuine).signatures) {
    if (Buffer.compare(file.subarray(at, start), genuine.subarray(at, start)) !== 0) return false;
    if (!sameSignedData(heldIn(file.subarray(start, end)), heldIn(genuine.subarray(start, end))))
      return false;
    at = end;
  }
  return Buffer.compare(file.subarray(at), genuine.subarray(at)) === 0;
}

function heldIn(digits: Uint8Array): Buffer {
  const bytes = Buffer.from(Buffer.from(digits).toString('latin1'), 'hex');
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

function sameSignedData(a: Buffer, b: Buffer): boolean {
  if (Buffer.compare(a, b) === 0) return true;
  const [left, right] = [parseNodes(a), parseNodes(b)];
  const known = right ? certificatesIn(right) : new Set();
  if (!left || !right || ![...certificatesIn(left)].every((each) => known.has(each))) return false;
  return Buffer.compare(withoutCertificates(left), withoutCertificates(right)) === 0;
}

/** `[0]` of a SignedData, and of the token in its unsigned attributes: SEQUENCEs of three. */
function isCertificates({ tag, children = [] }: DerNode): boolean {
  return (
    tag === 0xa0 &&
    children.length > 0 &&
    children.every((child) => child.tag === 0x30 && child.children?.length === 3)
  );
}

function certificatesIn(node: DerNode, found = new Set<string>()): Set<string> {
  for (const child of node.children ?? []) {
    if (isCertificates(node)) found.add(encodeNode(child).toString('hex'));
    certificatesIn(child, found);
  }
  return found;
}

function withoutCertificates(node: DerNode): Buffer {
  const strip = (each: DerNode): DerNode => ({
    ...each,
    children: each.children?.filter((child) => !isCertificates(child)).map(strip),
  });
  return encodeNode(strip(node));
}
