import { readEnvironment } from '@lacre/adapters';
import { streams } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';
import { fsck, wholeLog } from '@lacre/local/audit/fsck';
import { openInstallation } from '@lacre/local/audit/open-installation';
import { expect } from 'vitest';

interface Expected {
  processId: string;
  documentId: string;
  ending: 'sealed' | 'canceled' | 'rejected';
}

/** Of a seal at the level that is the default. */
const EVERY_STEP_ONCE = [
  'SealRendered',
  'SealSigned',
  'SealTimeStamped',
  'SealValidationDataAdded',
  'SealArchived',
  'SealProduced',
];

type ByName = ReadonlyMap<string, readonly string[]>;

/** Types of the events of each stream, in order, and of what became of the credit of each document. */
function typesOf(events: readonly RecordedEvent[]): { streams: ByName; settled: ByName } {
  const [byStream, settled] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const note = (where: Map<string, string[]>, name: string, type: string): void => {
    const known = where.get(name);
    if (known === undefined) where.set(name, [type]);
    else known.push(type);
  };
  for (const { stream, type, data } of events) {
    note(byStream, stream, type);
    const { documentId } = data;
    if (/^Credits(?:Consumed|Refunded)$/.test(type) && typeof documentId === 'string')
      note(settled, documentId, type);
  }
  return { streams: byStream, settled };
}

const count = (types: readonly string[], type: string): number =>
  types.filter((other) => other === type).length;

function expectStreamsRight(
  types: ReturnType<typeof typesOf>,
  { processId, documentId, ending }: Expected,
): void {
  const process = types.streams.get(streams.process(processId)) ?? [];
  const seals = types.streams.get(streams.seal(documentId)) ?? [];
  const sealed = ending === 'sealed' ? 1 : 0;
  expect(process[0], processId).toBe('ProcessCreated');
  expect(count(process, 'ProcessCreated'), processId).toBe(1);
  expect(count(process, 'DocumentCompleted'), processId).toBe(sealed);
  expect(count(process, 'DocumentSealed'), processId).toBe(sealed);
  expect(seals, documentId).toEqual(ending === 'sealed' ? EVERY_STEP_ONCE : []);
  if (ending === 'sealed') expect(count(process, 'SignatureSigned'), processId).toBe(2);
  expect(types.settled.get(documentId)).toEqual([
    ending === 'sealed' ? 'CreditsConsumed' : 'CreditsRefunded',
  ]);
}

/**
 * With the product stopped: the log has every acknowledged fact once, and everything else is what it says.
 *
 * @param options.others how many processes there are besides
 * @returns how many events the log has
 */
export async function inspectAfterwards(
  dataDir: string,
  acknowledged: readonly Expected[],
  { variables = {}, others = 1 }: { variables?: Record<string, string>; others?: number } = {},
): Promise<number> {
  const installation = await openInstallation(dataDir, readEnvironment('commands', variables));
  try {
    const events = await Array.fromAsync(wholeLog(installation));
    const types = typesOf(events);
    for (const one of acknowledged) expectStreamsRight(types, one);
    expect(events.filter(({ type }) => type === 'ProcessCreated')).toHaveLength(acknowledged.length + others);
    expect(await fsck(installation)).toEqual([]);
    return events.length;
  } finally {
    await installation.close();
  }
}
