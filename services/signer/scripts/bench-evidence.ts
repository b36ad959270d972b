// `node services/signer/scripts/bench-evidence.ts`: CPU and size of evidence pages, in a process that is warm.
import { drawEvidence } from '../src/evidence/drawing/draw-evidence.ts';
import type { EvidenceFacts } from '../src/evidence/evidence-facts.ts';
import { longTimeline, partialFacts, sampleFacts } from '../src/testing/sample-facts.ts';
import { discLogo } from '../src/testing/sample-logos.ts';

const WARM_UP = 60;
const RUNS = 100;
const logo = discLogo(1200, 400, [10, 110, 80]);
const cases: Readonly<Record<string, EvidenceFacts>> = {
  '1 participant': sampleFacts(1),
  '3 participants, logo': { ...sampleFacts(3), logo },
  '4 participants, partial': partialFacts(4, 2),
  '50 participants': sampleFacts(50),
  '200 events': { ...sampleFacts(3), timeline: longTimeline(200) },
};

const rows: object[] = [];
for (const [name, facts] of Object.entries(cases)) {
  let bytes = 0;
  for (let run = 0; run < WARM_UP; run += 1) bytes = (await drawEvidence(facts)).length;
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await drawEvidence(facts);
    times.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(before);
  const median = times.toSorted((a, b) => a - b)[RUNS / 2] ?? 0;
  const cpuMs = (user + system) / 1000 / RUNS;
  rows.push({
    case: name,
    cpuMs: cpuMs.toFixed(1),
    medianMs: median.toFixed(1),
    kilobytes: Math.round(bytes / 1024),
  });
}
console.table(rows);
