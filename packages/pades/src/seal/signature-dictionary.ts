import { encodeDate, encodeText } from '../pdf/syntax/text-string.ts';
import { type PdfSource, source } from '../write/pdf-source.ts';

/** What a person may read of a signature in a viewer. */
export interface SignatureDescription {
  readonly signingTime: Date;
  readonly name?: string | undefined;
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly contactInfo?: string | undefined;
}

/** A signature dictionary with room left in it. */
export interface SignaturePlaceholder {
  readonly body: Buffer;
  /** Offsets in `body`. */
  readonly byteRangeStart: number;
  readonly byteRangeLength: number;
  /** Offset of `<`. */
  readonly contentsStart: number;
  /** Length with `<` and `>`. */
  readonly contentsLength: number;
}

/** `[0 a b c]` with three numbers of ten digits, the most a cross-reference table can say. */
const BYTE_RANGE_LENGTH = '[0 '.length + 10 + 1 + 10 + 1 + 10 + ']'.length;

/**
 * The signature dictionary (ISO 32000-2, 12.8.1; ETSI EN 319 142-1, 6.3). With `certifies` it carries
 * a DocMDP reference that allows form filling and signing (P 2, V 1.2; 12.8.2.2). Perms stays
 * absent: ITI's validator reads the reference, and calls a signature without it "indeterminada".
 */
export function signaturePlaceholder(
  description: SignatureDescription,
  certifies: boolean,
  reserveBytes: number,
): SignaturePlaceholder {
  const texts = (['name', 'reason', 'location', 'contactInfo'] as const).map((key) => {
    const text = description[key];
    return text === undefined ? '' : `\n/${key.charAt(0).toUpperCase()}${key.slice(1)} ${encodeText(text)}`;
  });
  const reference = certifies
    ? '\n/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 2 /V /1.2 >> >>]'
    : '';
  return placeholder('/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached', reserveBytes, [
    `\n/M ${encodeDate(description.signingTime)}`,
    ...texts,
    reference,
  ]);
}

/**
 * The dictionary of a document time stamp (ISO 32000-2, 12.8.5; EN 319 142-1, 5.4.3). It says no time
 * of its own: the token does.
 */
export function timeStampPlaceholder(reserveBytes: number): SignaturePlaceholder {
  return placeholder('/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161', reserveBytes, []);
}

function placeholder(
  keys: string,
  reserveBytes: number,
  otherKeys: readonly PdfSource[],
): SignaturePlaceholder {
  const head = `<< ${keys}\n/ByteRange `;
  const middle = '\n/Contents ';
  const contentsLength = reserveBytes * 2 + 2;
  const contents = Buffer.alloc(contentsLength, '0');
  contents[0] = 0x3c;
  contents[contentsLength - 1] = 0x3e;
  return {
    body: source(head, ' '.repeat(BYTE_RANGE_LENGTH), middle, contents, ...otherKeys, '\n>>'),
    byteRangeStart: head.length,
    byteRangeLength: BYTE_RANGE_LENGTH,
    contentsStart: head.length + BYTE_RANGE_LENGTH + middle.length,
    contentsLength,
  };
}
