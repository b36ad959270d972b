import { eventSchemas, type DataOf } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';
import { partsOf, problemOfIssued, readSealTrust, type IssuedFile } from '@lacre/signer';

import type { Audited, CheckResult } from '../fsck.ts';

type Issued = IssuedFile & { stream: string };

/** Every sealed file ever issued is put together again, and judged as anyone's would be. */
export async function sealsVerify({ events, blobs, keysFolder }: Audited): Promise<CheckResult> {
  const issued: Issued[] = [];
  const produced = new Map<string, Issued>();
  for await (const event of events()) {
    const file = issuedBy(event, produced.get(event.stream));
    if (file === undefined) continue;
    issued.push(file);
    produced.set(event.stream, file);
  }
  const trust = await readSealTrust(keysFolder);
  const problems: { where: string; what: string }[] = [];
  for (const file of issued) {
    const what = await problemOfIssued(blobs, trust, file).catch((error: Error) => error.message);
    if (what !== undefined) problems.push({ where: file.stream, what });
  }
  return { looked: `${issued.length} arquivos selados`, problems };
}

const parsed = <Type extends 'SealProduced' | 'SealRenewed' | 'PartialCopySealed' | 'EvidenceSealed'>(
  type: Type,
  data: unknown,
): DataOf<Type> => eventSchemas[type].parse(data) as DataOf<Type>;

/** The file that an event issues; a renewal goes on from the one before it. */
function issuedBy({ type, data, stream }: RecordedEvent, before: Issued | undefined): Issued | undefined {
  if (type === 'SealProduced' || type === 'PartialCopySealed' || type === 'EvidenceSealed') {
    const made = parsed(type, data);
    const { sha256, sizeBytes, level } = made;
    return { stream, sha256, sizeBytes, level, parts: partsOf(made) };
  }
  if (type !== 'SealRenewed' || before === undefined) return undefined;
  const { sha256, sizeBytes, revisions } = parsed(type, data);
  return { ...before, sha256, sizeBytes, parts: [...before.parts, ...revisions.map((each) => each.sha256)] };
}
