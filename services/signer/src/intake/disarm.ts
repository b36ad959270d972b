import type { RemovedPart } from '@lacre/contracts';

import { withoutActiveParts, type Json, type Lookup } from './active-parts.ts';
import { runQpdf } from './qpdf.ts';

type Dict = Record<string, Json>;
type Objects = Record<string, { value?: Json; stream?: { dict: Dict } }>;

export interface DisarmedPdf {
  pdf: Uint8Array;
  /** What was taken out, each kind once. */
  removed: RemovedPart[];
}

/**
 * The PDF without anything that acts by itself or is carried along unseen: OpenAction, AA, JavaScript, Launch and form
 * submission, XFA, media, embedded files. Only the objects concerned change; qpdf then writes the file anew, which
 * drops what nothing leads to any more.
 *
 * @returns undefined when qpdf cannot do it
 */
export async function disarm(pdf: Uint8Array): Promise<DisarmedPdf | undefined> {
  const described = await runQpdf(
    ['--json=2', '--json-key=qpdf', '--json-stream-data=none', '/in.pdf', '/objects.json'],
    { '/in.pdf': pdf },
  );
  if (described.status !== 0) return undefined;
  const text = Buffer.from(described.read('/objects.json')).toString('utf8');
  const { qpdf } = JSON.parse(text) as { qpdf: [Dict, Objects] };
  const removed = new Set<RemovedPart>();
  const update = { qpdf: [qpdf[0], disarmedObjects(qpdf[1], removed)] };
  const written = await runQpdf(
    [
      '--update-from-json=/update.json',
      '--object-streams=preserve',
      '--stream-data=preserve',
      '--deterministic-id',
      '/in.pdf',
      '/out.pdf',
    ],
    { '/in.pdf': pdf, '/update.json': Buffer.from(JSON.stringify(update)) },
  );
  return written.status === 2 ? undefined : { pdf: written.read('/out.pdf'), removed: [...removed] };
}

/** Those objects that had to change. */
function disarmedObjects(objects: Objects, removed: Set<RemovedPart>): Objects {
  const changed: Objects = {};
  const valueOf = (key: string): Json => objects[key]?.stream?.dict ?? objects[key]?.value ?? null;
  const lookup: Lookup = (reference) => valueOf(`obj:${reference}`);
  for (const key of Object.keys(objects)) {
    if (key === 'trailer') continue;
    const before = valueOf(key);
    const after = withoutActiveParts(before, lookup, (part) => removed.add(part));
    if (after === before) continue;
    changed[key] = objects[key]?.stream ? { stream: { dict: (after ?? {}) as Dict } } : { value: after };
  }
  return changed;
}
