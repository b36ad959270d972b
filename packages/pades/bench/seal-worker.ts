import { createHash, type Hash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

import type { AppendedRevision, LocalAuthority } from '../src/index.ts';
import type { Material } from './material.ts';

/** What one fresh process measured of one library. */
export interface Measurement {
  /** Milliseconds of each seal after the first, which is not counted. */
  readonly times: readonly number[];
  /** Milliseconds of the first seal, modules just loaded. */
  readonly first: number;
  /** Peak resident memory of the process, megabytes. */
  readonly peakMb: number;
  /** The same before the file was read, modules loaded. */
  readonly idleMb: number;
}

export type BenchLevel = 'B-B' | 'B-LTA';

/** Everything a worker needs, as JSON in its first argument. */
export interface Task {
  readonly library: Library;
  readonly level: BenchLevel;
  readonly file: string;
  readonly material: Material;
  readonly repeats: number;
}

export const LIBRARIES = ['pades, hash kept', 'pades', '@libpdf/core', '@signpdf', 'pyHanko'] as const;
export type Library = (typeof LIBRARIES)[number];

/** Seals the file that is in the first `size` bytes of `room`. */
type Seal = (room: Buffer, size: number, hashState: Hash | undefined) => Promise<unknown>;

const SIGNING_TIME = new Date();
const TEXTS = { reason: 'Bench', location: 'Here', name: 'Bench' };
/** Room after the file for what B-LTA appends. */
const SPARE_BYTES = 1_000_000;

type Stamp = (imprint: Uint8Array) => Promise<Uint8Array>;

/** The local time-stamp authority in this process: asked, and its answer verified, as any other. */
async function stamper(held: LocalAuthority): Promise<Stamp> {
  const { answerTimeStampRequest, LOCAL_TIME_STAMP_POLICY, readTimeStampResponse, timeStampRequest } =
    await import('../src/index.ts');
  const authority = { signer: held.timeStamping.signer, policy: LOCAL_TIME_STAMP_POLICY };
  return async (imprint) => {
    const request = timeStampRequest({ imprint, digest: 'sha256', nonce: randomBytes(8), certReq: true });
    const response = await answerTimeStampRequest(request, authority, new Date(), randomBytes(8));
    return readTimeStampResponse(response, request).token;
  };
}

async function openAuthority({ authority }: Material): Promise<LocalAuthority> {
  const { localAuthorityFromPem } = await import('../src/index.ts');
  return localAuthorityFromPem(JSON.parse(readFileSync(authority, 'utf8')));
}

async function ours({ level, material }: Task): Promise<Seal> {
  const pades = await import('../src/index.ts');
  const held = await openAuthority(material);
  const { signer } = held;
  if (level === 'B-B') {
    return (room, size, hashState) => {
      const pdf = room.subarray(0, size);
      return pades.sealPdf({ pdf, signer, signingTime: SIGNING_TIME, ...TEXTS, hashState });
    };
  }
  const stamp = await stamper(held);
  const [sealOcsp, stampOcsp, crl] = [material.sealOcsp, material.stampOcsp, material.crl].map((path) =>
    readFileSync(path),
  ) as [Buffer, Buffer, Buffer];
  const issuers = [held.issuing.certificate.der, held.root.certificate.der];
  const dataFor = (certificate: Uint8Array, response: Uint8Array): object => ({
    certificates: [certificate, ...issuers],
    ocspResponses: [response],
    crls: [crl],
  });
  return async (room, size, kept) => {
    const file = await pades.GrowingPdf.open(room, size, kept);
    const sealed = await pades.sealPdf({
      ...file.soFar,
      signer,
      signingTime: SIGNING_TIME,
      ...TEXTS,
      timeStamp: stamp,
    });
    file.append(sealed);
    const { signatureTimeStamp } = pades.readSealRevision(sealed.tail);
    const data = await pades.appendValidationData({
      ...file.soFar,
      forSignatures: [
        { signature: { fieldName: sealed.fieldName }, ...dataFor(held.seal.certificate.der, sealOcsp) },
        {
          signature: { timeStampToken: signatureTimeStamp as Buffer },
          ...dataFor(held.timeStamping.certificate.der, stampOcsp),
        },
      ],
    });
    file.append(data as AppendedRevision);
    const prepared = await pades.prepareDocumentTimeStamp(file);
    file.append(prepared.finish(await stamp(prepared.imprint)));
    return file.sha256;
  };
}

async function libpdf({ level, material }: Task): Promise<Seal> {
  const { P12Signer, PDF } = await import('@libpdf/core');
  const signer = await P12Signer.create(readFileSync(material.pfx), material.password);
  const plain = { signer, ...TEXTS, signingTime: SIGNING_TIME, subFilter: 'ETSI.CAdES.detached' as const };
  if (level === 'B-B') {
    return async (room, size) => (await PDF.load(room.subarray(0, size))).sign(plain);
  }
  const held = await openAuthority(material);
  const responses = new Map([
    [Buffer.from(held.seal.certificate.der).toString('hex'), readFileSync(material.sealOcsp)],
    [Buffer.from(held.timeStamping.certificate.der).toString('hex'), readFileSync(material.stampOcsp)],
  ]);
  const crl = readFileSync(material.crl);
  const options = {
    ...plain,
    level: 'B-LTA' as const,
    timestampAuthority: { timestamp: await stamper(held) },
    revocationProvider: {
      getOCSP: async (certificate: Uint8Array) =>
        responses.get(Buffer.from(certificate).toString('hex')) ?? null,
      getCRL: async () => crl,
    },
  };
  return async (room, size) => (await PDF.load(room.subarray(0, size))).sign(options);
}

async function signpdf({ material }: Task): Promise<Seal> {
  const [{ plainAddPlaceholder }, { P12Signer }, { SignPdf }] = await Promise.all([
    import('@signpdf/placeholder-plain'),
    import('@signpdf/signer-p12'),
    import('@signpdf/signpdf'),
  ]);
  // It opens the PFX whenever it signs, and its signer can do so only once.
  const key = readFileSync(material.pfx);
  const place = { ...TEXTS, contactInfo: '', signingTime: SIGNING_TIME, subFilter: 'ETSI.CAdES.detached' };
  return async (room, size) =>
    new SignPdf().sign(
      plainAddPlaceholder({ pdfBuffer: room.subarray(0, size), ...place }),
      new P12Signer(key, { passphrase: material.password }),
      SIGNING_TIME,
    );
}

/** Loads only the library that is measured, so that its memory is its own. */
function sealerOf(task: Task): Promise<Seal> {
  if (task.library === '@libpdf/core') return libpdf(task);
  if (task.library === '@signpdf') return signpdf(task);
  return ours(task);
}

/** Peak of this program's memory; maxRSS would begin with what the process was before it became this one. */
function peakMb(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

function readWithRoom(path: string): { room: Buffer; size: number } {
  const descriptor = openSync(path, 'r');
  const { size } = fstatSync(descriptor);
  const room = Buffer.allocUnsafeSlow(size + SPARE_BYTES);
  for (let at = 0; at < size;) at += readSync(descriptor, room, at, size - at, at);
  closeSync(descriptor);
  return { room, size };
}

async function measure(task: Task): Promise<Measurement> {
  const seal = await sealerOf(task);
  const idleMb = peakMb();
  const { room, size } = readWithRoom(task.file);
  const kept =
    task.library === 'pades, hash kept' ? createHash('sha256').update(room.subarray(0, size)) : undefined;
  const times: number[] = [];
  for (let run = 0; run <= task.repeats; run += 1) {
    const began = performance.now();
    await seal(room, size, kept);
    times.push(performance.now() - began);
  }
  const [first = 0, ...others] = times;
  return { times: others, first, peakMb: peakMb(), idleMb };
}

if (process.argv[1] === import.meta.filename) {
  const measurement = await measure(JSON.parse(process.argv[2] ?? '{}') as Task);
  process.stdout.write(JSON.stringify(measurement));
}
