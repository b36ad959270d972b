import { type ByteRange, type Certificate, type LocalAuthority, readPdf, type StrictPdf } from '@lacre/pades';
import { latin1, PdfString } from '@lacre/pades/pdf';

import { authority, NOW } from '../fixtures/authorities.ts';
import { evidenceDocument } from '../fixtures/honest-documents.ts';
import { sealedAt } from '../fixtures/long-term-pieces.ts';
import type { Level } from '../fixtures/long-term.ts';
import { rewrittenByQpdf } from '../fixtures/outside-judges.ts';
import { contractFile, type Roles, rolesOf } from './contract.ts';

/** A genuinely sealed file, taken apart as far as attacks need it. */
export interface SealedFile {
  readonly file: Buffer;
  readonly pdf: StrictPdf;
  readonly roles: Roles;
  /** Number of our signature dictionary and of its field. */
  readonly signatureNum: number;
  readonly fieldNum: number;
  readonly byteRange: ByteRange;
  readonly cms: Buffer;
}

/** What attacks start from. All but `stranger` are the victim's. */
export interface Bases {
  /** At B-B, with a cross-reference table. */
  readonly table: SealedFile;
  /** At B-B, with a cross-reference stream and object streams. */
  readonly stream: SealedFile;
  readonly stamped: SealedFile;
  readonly longTerm: SealedFile;
  readonly archived: SealedFile;
  readonly archivedStream: SealedFile;
  readonly owner: LocalAuthority;
  /** A certificate holder like any other. */
  readonly stranger: LocalAuthority;
}

/** What a seal attaches to a document. */
export type Attach = (
  document: Uint8Array,
  level: Level,
  owner: LocalAuthority,
) => { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

let made: Promise<Bases> | undefined;

/** Made once per test process. */
export function sealedBases(): Promise<Bases> {
  made ??= makeBases(() => ({
    name: 'evidencia.json',
    mediaType: 'application/json',
    bytes: Buffer.from('{"a":1}'),
  }));
  return made;
}

export async function makeBases(attach: Attach): Promise<Bases> {
  const owner = await authority('ec-p256');
  const stranger = await authority('ec-p256', 'Outra Empresa');
  const table = contractFile();
  const stream = await rewrittenByQpdf(table, '--object-streams=generate');
  const seal = async (level: Level, pdf: Uint8Array): Promise<SealedFile> => {
    const evidence = await evidenceDocument(1);
    const request = {
      evidence,
      attachments: [attach(pdf, level, owner)],
      reserveBytes: 8192,
      signingTime: NOW,
    };
    return takenApart(await sealedAt(level, pdf, request, owner));
  };
  return {
    table: await seal('B-B', table),
    stream: await seal('B-B', stream),
    stamped: await seal('B-T', table),
    longTerm: await seal('B-LT', table),
    archived: await seal('B-LTA', table),
    archivedStream: await seal('B-LTA', stream),
    owner,
    stranger,
  };
}

/** Takes a file with one seal apart. */
export function takenApart(file: Buffer): SealedFile {
  const pdf = readPdf(file);
  const seal = pdf.form.signatures[0];
  const contents = seal?.value.get('Contents');
  if (!seal?.valueRef || !(contents instanceof PdfString)) throw new Error('not sealed');
  const range = latin1(seal.value.rawValue('ByteRange') ?? Buffer.alloc(0))
    .match(/\d+/g)
    ?.map(Number);
  const bytes = Buffer.from(contents.bytes);
  return {
    file,
    pdf,
    roles: rolesOf(pdf),
    signatureNum: seal.valueRef.num,
    fieldNum: seal.fieldRef.num,
    byteRange: range as unknown as ByteRange,
    cms: bytes.subarray(0, 4 + bytes.readUInt16BE(2)),
  };
}

/** A copy of a file in which `from`, found at or after `after`, is overwritten by `to`, length for length. */
export function patched(file: Buffer, from: string, to: string, after = 0): Buffer {
  const at = file.indexOf(from, after, 'latin1');
  if (at < 0) throw new Error(`no ${from}`);
  const copy = Buffer.from(file);
  copy.write(to.padEnd(from.length), at, 'latin1');
  if (to.length > from.length) throw new Error(`${to} is longer than ${from}`);
  return copy;
}

/** A copy in which the extent is replaced, whatever the lengths. */
export function spliced(file: Buffer, start: number, end: number, by: string | Uint8Array): Buffer {
  const middle = typeof by === 'string' ? Buffer.from(by, 'latin1') : by;
  return Buffer.concat([file.subarray(0, start), middle, file.subarray(end)]);
}

/** A sealed file with another CMS in Contents, the rest of which is zeros. */
export function withCms({ file, byteRange }: SealedFile, cms: Uint8Array): Buffer {
  const [, before, after] = byteRange;
  const copy = Buffer.from(file);
  copy.fill('0', before + 1, after - 1);
  copy.write(
    Buffer.from(cms)
      .toString('hex')
      .slice(0, after - before - 2),
    before + 1,
    'latin1',
  );
  return copy;
}

export type TrustedBy = { readonly certificate: Certificate; readonly chain: readonly Certificate[] };
