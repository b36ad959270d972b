import type { Revision } from '../../pdf/revision.ts';
import type { StrictPdf } from '../../pdf/strict-pdf.ts';
import type { CheckedSeal } from '../check-seal.ts';
import type { FileDigests } from '../file-digests.ts';
import type { ReportedRevocation, RevisionReport } from '../verdict.ts';
import { describeObject } from './describe-object.ts';
import type { JudgedRevision } from './judge-later.ts';
import type { JudgedChange } from './judge-revisions.ts';
import { changedObjects, type RevisionChange } from './revision-change.ts';
import { NO_STORE_CHANGE } from './store-change.ts';

interface Material {
  readonly pdf: StrictPdf;
  readonly seal: CheckedSeal;
  readonly sealed: Revision;
  readonly judged: readonly JudgedRevision[];
  readonly digests: FileDigests;
}

/** What each revision added, by whom, allowed by which rule. */
export function reportRevisions(material: Material): RevisionReport[] {
  const { pdf, sealed, judged, digests } = material;
  return pdf.revisions.map((revision) => {
    const { index, start, end } = revision;
    const later = judged.find((each) => each.index === index);
    const report =
      index === sealed.index
        ? sealReport(material, revision)
        : later
          ? laterReport(later)
          : otherReport(index < sealed.index);
    return Object.assign(report, { index, start, end, sha256: digests.upTo(end) });
  });
}

type Told = Omit<RevisionReport, 'index' | 'start' | 'end' | 'sha256'>;

function laterReport(later: JudgedRevision): Told {
  const { kind, keeps, changes, reasons } = later;
  return { kind, keeps, changes, reasons, by: namesOf(later), time: timeOf(later) };
}

/** What was there before the seal, or comes after what could be compared. */
function otherReport(beforeSeal: boolean): Told {
  if (beforeSeal) return { ...NOTHING, kind: 'document' };
  return { ...NOTHING, kind: 'other', keeps: 'altered-after-sealing' };
}

const NOTHING = { by: [], time: undefined, keeps: undefined, changes: [], reasons: [] } as const;

function sealReport({ pdf, seal }: Material, revision: Revision): Told {
  return {
    ...NOTHING,
    kind: 'seal',
    by: [seal.trusted.certificate.commonName],
    time: seal.signingTime,
    changes: revision.index === 0 ? [] : sealChanges(pdf, revision),
  };
}

/** What sealing did to the document; the seal itself is what allows it. */
function sealChanges(pdf: StrictPdf, revision: Revision): JudgedChange[] {
  const before = pdf.at(revision.index - 1);
  const after = pdf.at(revision.index);
  const change: RevisionChange = {
    before,
    after,
    revision,
    objects: changedObjects(before, after, revision),
    signatures: [],
    signatureObjects: new Set(),
    store: NO_STORE_CHANGE,
    pageNums: new Set(),
    annotationLists: new Set(),
  };
  return change.objects.map((object) => ({
    objectNumber: object.num,
    change: object.before === undefined ? 'added' : object.after === undefined ? 'freed' : 'changed',
    what: describeObject(object, change),
    allowedBy: 'seal',
  }));
}

function namesOf({ signatures, timeStamps }: JudgedRevision): string[] {
  return [
    ...signatures.flatMap(({ signerName }) => signerName ?? []),
    ...timeStamps.flatMap(({ authority }) => authority?.commonName ?? []),
  ];
}

function timeOf({ signatures, timeStamps }: JudgedRevision): Date | undefined {
  const times = [
    ...signatures.flatMap(({ signingTime }) => signingTime ?? []),
    ...timeStamps.flatMap(({ time }) => time ?? []),
  ];
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0];
}

/** What a revision's validation data says of certificates. */
export function reportRevocation({ index, findings }: JudgedRevision): ReportedRevocation[] {
  return findings.map(({ about, by, certificate: status, thisUpdate, nextUpdate }) => {
    return { about, by, status, thisUpdate, nextUpdate, revision: index };
  });
}
