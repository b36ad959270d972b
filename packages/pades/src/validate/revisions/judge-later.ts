import type { KnownCertificates } from '../existence/known-certificates.ts';
import { checkTimeStamp, type ValidatedTimeStamp } from '../existence/time-stamp-check.ts';
import {
  checkValidationData,
  isAsWeWrite,
  type RevocationFinding,
} from '../existence/validation-data-check.ts';
import type { FileDigests } from '../file-digests.ts';
import { type Reason, reason } from '../reasons.ts';
import { stampOf } from '../stamp/visible-stamp.ts';
import type { ComparedRevision, JudgedChange } from './judge-revisions.ts';
import {
  type LaterSignature,
  type NewSignature,
  type SignerContext,
  verifyLaterSignature,
} from './later-signature.ts';

/** What a revision after the seal leaves of the verdict. */
export type Keeps = 'intact' | 'augmented-by-others' | 'later-signature' | 'altered-after-sealing';

/** The weakest first. */
const ORDER: readonly Keeps[] = ['altered-after-sealing', 'later-signature', 'augmented-by-others', 'intact'];

export function weakest(all: readonly Keeps[]): Keeps {
  return ORDER.find((kept) => all.includes(kept)) ?? 'intact';
}

/** A revision after the seal, judged. */
export interface JudgedRevision {
  readonly index: number;
  readonly kind: 'validation-data' | 'time-stamp' | 'signature' | 'other';
  readonly keeps: Keeps;
  readonly reasons: readonly Reason[];
  readonly changes: readonly JudgedChange[];
  readonly signatures: readonly LaterSignature[];
  readonly timeStamps: readonly ValidatedTimeStamp[];
  readonly findings: readonly RevocationFinding[];
  /** Validation data that only a later time stamp can hold fast. */
  readonly loose: boolean;
}

/** What later revisions are judged with. */
export interface JudgingContext {
  readonly digests: FileDigests;
  readonly known: KnownCertificates;
  /** The keys that entries of VRI may have: those of the signatures and time stamps in the file. */
  readonly vriKeys: ReadonlySet<string>;
  /** What signers after the seal lead to, and when. */
  readonly signers: Pick<SignerContext, 'anchors' | 'at'>;
}

/** Verifies what a revision brought, and says what that leaves of the verdict. */
export function judgeLater(compared: ComparedRevision, context: JudgingContext): JudgedRevision {
  const { digests, known, vriKeys } = context;
  const { change, objections, keeps: kept } = compared;
  const { after, revision, signatures: brought, store } = change;
  const reasons: Reason[] = [...objections];
  const keeps: Keeps[] = [kept, ...(objections.length > 0 ? (['altered-after-sealing'] as const) : [])];
  const note = (least: Keeps, why: Reason): void => {
    keeps.push(least);
    reasons.push(why);
  };
  if (objections.length === 0 && kept === 'augmented-by-others') note(kept, reason('changes-by-others'));

  const { unverified, findings } = checkValidationData(store.data, known);
  if (unverified) note('augmented-by-others', reason('validation-data-unverified', unverified));
  const nobody = [...store.addedVri.keys()].find((key) => !vriKeys.has(key));
  if (nobody)
    note('augmented-by-others', reason('validation-data-unverified', `for no signature, ${nobody}`));
  const timeStamps = brought
    .filter(({ kind }) => kind === 'document-time-stamp')
    .map((each) => {
      const stamp = documentTimeStamp(each, revision.index, digests, known);
      if (!stamp.valid) note('altered-after-sealing', reason('time-stamp-invalid', stamp.problem));
      // In our own form and of a trusted authority, it was sound when it was issued: parts beside its signature
      // changed.
      else if (!stamp.trusted && stamp.path && each.exact)
        note('altered-after-sealing', reason('time-stamp-damaged', stamp.problem));
      else if (!stamp.trusted || !each.exact) {
        note('augmented-by-others', reason('time-stamp-by-others', stamp.authority?.commonName));
      }
      if (each.visible) note('altered-after-sealing', reason('later-signature-visible', each.field.name));
      return stamp;
    });
  const signatures = brought
    .filter(({ kind }) => kind === 'signature')
    .map((each) => {
      const signature = verifyLaterSignature(after, each, digests, { ...context.signers, pool: known.all });
      const name = signature.signerName ?? signature.fieldName;
      const stamp = signature.certificate && signature.visible ? stampOf(change, each) : undefined;
      if (!signature.certificate) note('altered-after-sealing', reason('later-signature-invalid', name));
      else if (typeof stamp === 'string')
        note('altered-after-sealing', reason('later-signature-visible', name, signature.trust));
      else {
        const code = stamp ? 'later-signature-stamp' : 'later-signature-present';
        note('later-signature', reason(code, name, signature.trust));
      }
      return Object.assign(signature, { stamp: typeof stamp === 'string' ? undefined : stamp });
    });
  return {
    index: revision.index,
    kind: kindOf(compared),
    keeps: weakest(keeps),
    reasons,
    changes: compared.changes,
    signatures,
    timeStamps,
    findings,
    loose: brought.length === 0,
  };
}

function kindOf({ change, objections }: ComparedRevision): JudgedRevision['kind'] {
  const { signatures, store } = change;
  if (signatures.some(({ kind }) => kind === 'signature')) return 'signature';
  if (signatures.length > 0) return 'time-stamp';
  return store.grew && objections.length === 0 ? 'validation-data' : 'other';
}

function documentTimeStamp(
  { field, coverage }: NewSignature,
  revision: number,
  digests: FileDigests,
  known: KnownCertificates,
): ValidatedTimeStamp {
  const place = { kind: 'document', revision, fieldName: field.name } as const;
  const token = coverage?.cms ?? Buffer.alloc(0);
  return checkTimeStamp(
    token,
    place,
    (digest) => coverage && digests.covered(coverage.byteRange, digest),
    known,
  );
}

/**
 * Validation data at the end of a file has no signature over it. It keeps the verdict when it is
 * what our own writer makes of it; else it is foreign.
 */
export function holdLooseData(
  judged: readonly JudgedRevision[],
  compared: readonly ComparedRevision[],
  digests: FileDigests,
): JudgedRevision[] {
  const lastStamp = judged.findLastIndex(
    ({ timeStamps, keeps }) => keeps === 'intact' && timeStamps.length > 0,
  );
  return judged.map((each, position) => {
    const change = compared[position]?.change;
    if (!each.loose || each.keeps !== 'intact' || position < lastStamp || !change) return each;
    const identity = Buffer.from(digests.upTo(change.revision.start) ?? '', 'hex');
    if (isAsWeWrite(change.after, change.store, identity)) return each;
    const why = reason('validation-data-by-others', `revision ${each.index}`);
    return { ...each, keeps: 'augmented-by-others', reasons: [...each.reasons, why] };
  });
}

/** Two clocks, each as accurate as it says, or within a minute when it does not say. */
const UNSTATED_ACCURACY_SECONDS = 60;

/** The first time stamp with an earlier time than one that it covers, by more than clocks differ. */
export function misordered(timeStamps: readonly ValidatedTimeStamp[]): ValidatedTimeStamp | undefined {
  return timeStamps.find((stamp, index) =>
    timeStamps.slice(0, index).some((covered) => {
      if (!stamp.time || !covered.time) return false;
      const same = stamp.authority?.x509.fingerprint256 === covered.authority?.x509.fingerprint256;
      const unstated = same ? 1 : UNSTATED_ACCURACY_SECONDS;
      const seconds = (stamp.accuracySeconds ?? unstated) + (covered.accuracySeconds ?? unstated);
      return stamp.time.getTime() + seconds * 1000 < covered.time.getTime();
    }),
  );
}
