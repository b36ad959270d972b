import type { RemovedPart, RestrictionsLifted } from '@lacre/contracts';
import {
  type ActiveContent,
  isUnsound,
  judgeEmbedded,
  PdfSyntaxError,
  readCertificate,
  readPdf,
  type StrictPdf,
} from '@lacre/pades';

import { embeddedFacts, type EmbeddedFacts } from '../embedded/embedded-facts.ts';
import { anchorsOf, trustedSeals, type WorkerTrust } from '../embedded/worker-trust.ts';
import { serveWorker } from '../workers/serve-worker.ts';
import type { RefusalName } from './intake-refusal.ts';
import { exceedsDecompressionLimits } from './office/decompression-limits.ts';
import { disarm, type DisarmedPdf } from './pdf/disarm.ts';
import { packStreams } from './pdf/pack-streams.ts';
import { compileQpdf, limitWasmMemory, runQpdf, silenceQpdf, standInForBindings } from './pdf/qpdf.ts';
import { rebuildXref } from './pdf/rebuild-xref.ts';
import { liftEncryption } from './pdf/restrictions.ts';
import { prepareRehearsal, rehearseSeal } from './pdf/seal-rehearsal.ts';
import { ContentError } from './printing/content/content-scanner.ts';
import { exceedsDrawingLimits } from './printing/drawing-limits.ts';
import { printsOtherwise } from './printing/print-differences.ts';

export interface PdfIntakeInput extends WorkerTrust {
  pdf: Uint8Array;
  /** ISO 8601: signatures in the file are judged as of then. */
  now: string;
  password: string | undefined;
  /** The sender states the right to lift the restrictions of a file that opens without a password. */
  mayLiftRestrictions: boolean;
  maxPages: number;
  maxObjects: number;
  maxBytes: number;
}

export type PdfIntakeOutput =
  | {
      ok: true;
      pdf: Uint8Array;
      pages: number;
      alreadySigned: boolean;
      normalised: boolean;
      /** It prints otherwise than it shows, and cannot be rewritten for its signatures. */
      printsOtherwise: boolean;
      /** Encrypted, it opened without a password; what its author allowed, or the sender's statement. */
      restrictionsLifted: RestrictionsLifted | undefined;
      removed: RemovedPart[];
      /** Signatures that it came with. */
      signatures: EmbeddedFacts[];
    }
  | { ok: false; refusal: RefusalName };

/** `spent`: the process holds much memory, which goes with it. A file that stayed as it was is not sent back. */
export type PdfIntakeAnswer = (
  | Extract<PdfIntakeOutput, { ok: false }>
  | (Omit<Extract<PdfIntakeOutput, { ok: true }>, 'pdf'> & { pdf: Uint8Array | undefined })
) & { spent: boolean };

/** After a larger file the process's memory is given back at once, bytes. */
const KEEP_BELOW_BYTES = 4e6;
const WASM_MEMORY_BYTES = 768 * 1024 * 1024;
/** A file that was cut short has no end-of-file marker near its end (ISO 32000-1, Annex H, note 18). */
const EOF_WITHIN_BYTES = 1024;

const refuse = (refusal: RefusalName): PdfIntakeOutput => ({ ok: false, refusal });

silenceQpdf();
standInForBindings();
limitWasmMemory(WASM_MEMORY_BYTES);
// Ready before the first file comes: a file's limit of processor time is for the file alone.
await Promise.all([compileQpdf(), prepareRehearsal()]);
serveWorker(async (input: PdfIntakeInput): Promise<PdfIntakeAnswer> => {
  const output = await sealable(await takeIn(input));
  const isHeavy = !output.ok && output.refusal === 'tooMuchWork';
  const spent = isHeavy || input.pdf.length > KEEP_BELOW_BYTES;
  return output.ok
    ? { ...output, pdf: output.normalised ? output.pdf : undefined, spent }
    : { ...output, spent };
});

/** What the seal will refuse once everyone has signed is refused now. */
async function sealable(output: PdfIntakeOutput): Promise<PdfIntakeOutput> {
  // A signature that does not hold is refused in words of its own.
  if (!output.ok || output.signatures.some(isUnsound)) return output;
  const problem = await rehearseSeal(output.pdf, output.alreadySigned);
  if (problem === undefined) return output;
  if (problem === 'certified-no-changes') return refuse('certifiedNoChanges');
  return refuse(output.alreadySigned ? 'signedNotSealable' : 'notSealable');
}

interface Facts {
  signed: boolean;
  pages: number;
  permission: number | undefined;
  active: ActiveContent | undefined;
}

async function takeIn(input: PdfIntakeInput): Promise<PdfIntakeOutput> {
  const { pdf } = input;
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length).subarray(-EOF_WITHIN_BYTES).includes('%%EOF')) {
    return refuse('truncated');
  }
  const opened = open(input, pdf);
  if (opened === 'tooComplex') return refuse(opened);
  if (opened === 'hiddenSyntax' && isSigned(pdf)) return refuse('signedHiddenSyntax');
  if (opened === 'malformed' || opened === 'hiddenSyntax') return normalise(input, 'malformed');
  if (opened.encrypted) return unlock(input);
  const heavy = await weigh(opened);
  if (heavy) return heavy === 'malformed' ? normalise(input, heavy) : refuse(heavy);
  const facts = factsOf(opened);
  if (typeof facts === 'string') return facts === 'malformed' ? normalise(input, facts) : refuse(facts);
  return facts.signed ? takeInSigned(input, facts, opened) : normalise(input, 'sound');
}

/**
 * An encrypted PDF is taken without its protection: by the password, or where it opens without one, by the permissions
 * that its author gave, or by the sender's statement (ISO 32000-2, 7.6.4; see `restrictions.ts`).
 */
async function unlock(input: PdfIntakeInput): Promise<PdfIntakeOutput> {
  const unlocked = await liftEncryption(input);
  if ('refusal' in unlocked) return refuse(unlocked.refusal);
  const output = await takeIn({ ...input, pdf: unlocked.pdf, password: undefined });
  if (output.ok && output.alreadySigned) return refuse('encryptedSigned');
  return output.ok ? { ...output, restrictionsLifted: unlocked.lifted } : output;
}

/** A signed PDF is taken as it is or not at all: a single byte changed would break its signatures. */
async function takeInSigned(
  input: PdfIntakeInput,
  facts: Facts,
  opened: StrictPdf,
): Promise<PdfIntakeOutput> {
  const { pdf } = input;
  if (facts.permission === 1) return refuse('certifiedNoChanges');
  if (facts.pages === 0) return refuse('noPages');
  if (facts.active && acts(facts.active)) return refuse('signedWithActiveContent');
  const signatures = await signaturesIn(input, opened);
  if (typeof signatures === 'string') return refuse('signedNotClean');
  // A signature that does not hold is the plainer reason, and worded where it is refused.
  if (!signatures.some(isUnsound)) {
    const { status } = await runQpdf(['--check', '/in.pdf'], { '/in.pdf': pdf });
    if (status !== 0) return refuse('signedNotClean');
  }
  return {
    ok: true,
    pdf,
    pages: facts.pages,
    alreadySigned: true,
    normalised: false,
    printsOtherwise: await printsOtherwise(opened),
    restrictionsLifted: undefined,
    removed: [],
    signatures,
  };
}

/** Every signature in the file, verified; the seal must not make good what is not. */
async function signaturesIn(
  { now, ...trust }: PdfIntakeInput,
  opened: StrictPdf,
): Promise<EmbeddedFacts[] | 'malformed' | 'tooComplex'> {
  try {
    const options = {
      trustedSealCertificates: trustedSeals(trust),
      timeStampAnchors: trust.trustAnchors.map(readCertificate),
      anchors: anchorsOf(trust),
      at: new Date(now),
    };
    const judgedSignatures = await judgeEmbedded(opened, options);
    return judgedSignatures.map(embeddedFacts);
  } catch (error) {
    return judgedError(error);
  }
}

/**
 * An unsigned PDF is written anew by qpdf: earlier revisions and orphaned objects are gone, so that nothing hidden in
 * them can come back after signing. Streams stay as they are.
 */
async function normalise(input: PdfIntakeInput, original: 'sound' | 'malformed'): Promise<PdfIntakeOutput> {
  const malformed = original === 'malformed';
  if (malformed && (await runQpdf(['--is-encrypted', '/in.pdf'], { '/in.pdf': input.pdf })).status === 0)
    return unlock(input);
  let rewritten = await rewrite(input.pdf);
  if (rewritten.status === 2) {
    const rebuilt = rebuildXref(input.pdf, input);
    if (rebuilt === 'encrypted') return unlock(input);
    if (rebuilt) rewritten = await rewrite(rebuilt);
  }
  if (rewritten.status === 2) return refuse('damaged');
  let { pdf, opened } = await openRewritten(input, rewritten.read('/out.pdf'));
  if (typeof opened === 'string') return refuse(opened === 'malformed' ? 'damaged' : opened);
  const heavy = malformed ? await weigh(opened) : undefined;
  if (heavy) return refuse(heavy === 'malformed' ? 'damaged' : heavy);
  let facts = factsOf(opened);
  if (typeof facts === 'string') return refuse(facts === 'malformed' ? 'damaged' : facts);
  if (facts.signed) return refuse('signedNotClean');
  const disarmed = await disarmedOf(opened);
  if (disarmed === 'drawnOtherwise') return refuse(disarmed);
  if (disarmed) {
    const { status, read } = await rewrite(disarmed.pdf);
    if (status === 2) return refuse('activeContent');
    ({ pdf, opened } = await openRewritten(input, read('/out.pdf')));
    if (typeof opened === 'string' || (await disarmedOf(opened))) return refuse('activeContent');
    facts = factsOf(opened);
    if (typeof facts === 'string') return refuse('activeContent');
  }
  if (facts.pages === 0) return refuse('noPages');
  if (pdf.length > input.maxBytes) return refuse('grewTooLarge');
  const { status } = await runQpdf(['--check', '/in.pdf'], { '/in.pdf': pdf });
  if (status !== 0) return refuse('damaged');
  return {
    ok: true,
    pdf,
    pages: facts.pages,
    alreadySigned: false,
    normalised: true,
    printsOtherwise: false,
    restrictionsLifted: undefined,
    removed: disarmed?.removed ?? [],
    signatures: [],
  };
}

async function disarmedOf(pdf: StrictPdf): Promise<DisarmedPdf | 'drawnOtherwise' | undefined> {
  try {
    return await disarm(pdf);
  } catch (error) {
    if (error instanceof ContentError) return 'drawnOtherwise';
    throw error;
  }
}

const rewrite = (pdf: Uint8Array): ReturnType<typeof runQpdf> =>
  runQpdf(
    ['--object-streams=preserve', '--stream-data=preserve', '--deterministic-id', '/in.pdf', '/out.pdf'],
    { '/in.pdf': pdf },
  );

const acts = (active: ActiveContent): boolean => Object.values(active).includes(true);

type Opened = StrictPdf | 'malformed' | 'tooComplex' | 'hiddenSyntax';

/** The file as the strict reader sees it, every object of it read. */
function open(input: PdfIntakeInput, bytes: Uint8Array): Opened {
  try {
    const pdf = readPdf(bytes, { maxPages: input.maxPages, maxObjects: input.maxObjects });
    if (!pdf.encrypted) pdf.checkAllObjects();
    return pdf;
  } catch (error) {
    const hidden = error instanceof PdfSyntaxError && HIDDEN_SYNTAX.has(error.code);
    return hidden ? 'hiddenSyntax' : judgedError(error);
  }
}

/** What lets bytes that are added later make a reader show something else. */
const HIDDEN_SYNTAX: ReadonlySet<string> = new Set(['layout-hidden-syntax', 'linearization-length']);

/** A file that was written anew; packed when text in it could be taken for objects. */
async function openRewritten(
  input: PdfIntakeInput,
  rewritten: Uint8Array,
): Promise<{ pdf: Uint8Array; opened: Opened }> {
  const opened = open(input, rewritten);
  const packed = opened === 'hiddenSyntax' ? await packStreams(rewritten) : undefined;
  return packed ? { pdf: packed, opened: open(input, packed) } : { pdf: rewritten, opened };
}

/** Whether it carries signatures, whatever else is in it. */
function isSigned(bytes: Uint8Array): boolean {
  try {
    return readPdf(bytes).hasSignatures;
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    return false;
  }
}

function factsOf(pdf: StrictPdf): Facts | 'malformed' | 'tooComplex' {
  return judged(() => ({
    signed: pdf.hasSignatures,
    pages: pdf.pageCount,
    permission: pdf.form.certification?.permission,
    active: pdf.activeContent,
  }));
}

async function weigh(pdf: StrictPdf): Promise<'tooMuchWork' | 'malformed' | 'tooComplex' | undefined> {
  try {
    return (await exceedsDecompressionLimits(pdf)) || exceedsDrawingLimits(pdf) ? 'tooMuchWork' : undefined;
  } catch (error) {
    return judgedError(error);
  }
}

function judged<Result>(read: () => Result): Result | 'malformed' | 'tooComplex' {
  try {
    return read();
  } catch (error) {
    return judgedError(error);
  }
}

function judgedError(error: unknown): 'malformed' | 'tooComplex' {
  if (!(error instanceof PdfSyntaxError)) throw error;
  return error.code.startsWith('limit-') ? 'tooComplex' : 'malformed';
}
