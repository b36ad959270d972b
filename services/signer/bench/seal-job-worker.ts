import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { sealDocument } from '../src/seal/seal-document.ts';
import { completedProcess } from '../src/testing/completed-process.ts';
import { samplePdf } from '../src/testing/pdfs/sample-pdfs.ts';
import { forgetPeak, memoryOf, pidsOfChildren } from '../src/testing/process-usage.ts';
import { openTestSigner, type TestSigner } from '../src/testing/test-signer.ts';

/** As JSON in the first argument. */
export interface Task {
  readonly largeFile: string;
  readonly smallSeals: number;
  readonly largeSeals: number;
}

/** What a signer in a fresh process measured of itself and of the processes it starts. */
export interface Measurement {
  /** Of each seal of a small document, the first not counted, milliseconds. */
  readonly smallMs: readonly number[];
  /** Resident with nothing to do, small documents sealed, bytes. */
  readonly idle: Held;
  /** The most that was resident in each seal of the large document, bytes. */
  readonly peaks: readonly Held[];
}

interface Held {
  readonly service: number;
  /** Of the largest of the processes that draw evidence and judge files. */
  readonly worker: number;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage; array buffers are freed on a thread of their own, shortly after. */
async function settle(): Promise<void> {
  for (let time = 0; time < 2; time += 1) {
    collect();
    await pause(100);
  }
}

const held = (which: 'heldBytes' | 'peakBytes'): Held => ({
  service: memoryOf('self')[which],
  worker: Math.max(...pidsOfChildren().map((pid) => memoryOf(pid)[which])),
});

async function peakOf(test: TestSigner, largeFile: string): Promise<Held> {
  const { processId, documentId } = await completedProcess(test, createReadStream(largeFile));
  await settle();
  for (const pid of ['self' as const, ...pidsOfChildren()]) forgetPeak(pid);
  await sealDocument(test.signer, processId, documentId);
  return held('peakBytes');
}

async function measure({ largeFile, smallSeals, largeSeals }: Task): Promise<Measurement> {
  const test = await openTestSigner();
  try {
    const small = await samplePdf();
    const smallMs: number[] = [];
    for (let count = 0; count <= smallSeals; count += 1) {
      const { processId, documentId } = await completedProcess(test, small);
      const from = performance.now();
      await sealDocument(test.signer, processId, documentId);
      smallMs.push(performance.now() - from);
    }
    await settle();
    const idle = held('heldBytes');
    const peaks: Held[] = [];
    for (let count = 0; count < largeSeals; count += 1) peaks.push(await peakOf(test, largeFile));
    return { smallMs: smallMs.slice(1), idle, peaks };
  } finally {
    await test.close();
  }
}

process.stdout.write(JSON.stringify(await measure(JSON.parse(process.argv[2] ?? '') as Task)));
