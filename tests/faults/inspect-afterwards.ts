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

const typesIn = (events: readonly RecordedEvent[], stream: string): string[] =>
  events.filter((event) => event.stream === stream).map(({ type }) => type);

const count = (types: readonly string[], type: string): number =>
  types.filter((other) => other === type).length;

function expectStreamsRight(
  events: readonly RecordedEvent[],
  { processId, documentId, ending }: Expected,
): void {
  const process = typesIn(events, streams.process(processId));
  const seals = typesIn(events, streams.seal(documentId));
  const sealed = ending === 'sealed' ? 1 : 0;
  expect(process[0], processId).toBe('ProcessCreated');
  expect(count(process, 'ProcessCreated'), processId).toBe(1);
  expect(count(process, 'DocumentCompleted'), processId).toBe(sealed);
  expect(count(process, 'DocumentSealed'), processId).toBe(sealed);
  expect(seals, documentId).toEqual(ending === 'sealed' ? EVERY_STEP_ONCE : []);
  if (ending === 'sealed') expect(count(process, 'SignatureSigned'), processId).toBe(2);
  const settled = events.filter(
    ({ type, data }) =>
      (type === 'CreditsConsumed' || type === 'CreditsRefunded') && data['documentId'] === documentId,
  );
  expect(settled.map(({ type }) => type)).toEqual([
    ending === 'sealed' ? 'CreditsConsumed' : 'CreditsRefunded',
  ]);
}

/** With the product stopped: the log has every acknowledged fact once, and everything else is what it says. */
export async function inspectAfterwards(
  dataDir: string,
  acknowledged: readonly Expected[],
  variables: Record<string, string> = {},
): Promise<void> {
  const installation = await openInstallation(dataDir, readEnvironment('commands', variables));
  try {
    const events = await Array.fromAsync(wholeLog(installation));
    for (const one of acknowledged) expectStreamsRight(events, one);
    expect(
      count(
        events.map(({ type }) => type),
        'ProcessCreated',
      ),
    ).toBe(acknowledged.length + 1);
    expect(await fsck(installation)).toEqual([]);
  } finally {
    await installation.close();
  }
}
