import type { CampaignResult, TargetResult } from './campaign.ts';
import { INPUT_LIMITS } from './threads/run-input.ts';
import { MAX_HEAP_MB } from './threads/threads.ts';

/** What is kept of a run. Outcomes are counted; the messages of refusals are not worth keeping. */
export function reportOf(result: CampaignResult): object {
  return {
    inputs: result.inputs,
    limits: {
      processorMs: INPUT_LIMITS.cpuMs,
      growthMb: INPUT_LIMITS.growthBytes / 2 ** 20,
      heapMb: MAX_HEAP_MB,
    },
    findings: result.findings.map(({ target, problem, message, number }) => ({
      target,
      problem,
      message,
      number,
    })),
    verdicts: verdictsOf(result.targets),
    targets: result.targets.map(({ target, inputs, kept, outcomes }) => ({
      target,
      inputs,
      refused: sum(
        [...outcomes].filter(([outcome]) => outcome.startsWith('refused')).map(([, count]) => count),
      ),
      differentOutcomes: outcomes.size,
      kept,
    })),
    coverage: result.coverage,
  };
}

/** How often the validator said what. Each `intact` and each genuine beginning was sealed, byte by byte, or is a finding. */
export function verdictsOf(targets: readonly TargetResult[]): Record<string, number> {
  const verdicts: Record<string, number> = {};
  const validator = targets.find(({ target }) => target === 'validate');
  for (const [outcome, count] of validator?.outcomes ?? []) {
    const [verdict = ''] = outcome.split(' ');
    if (outcome.endsWith('issuers left out'))
      verdicts['with issuers left out'] = (verdicts['with issuers left out'] ?? 0) + count;
    verdicts[verdict] = (verdicts[verdict] ?? 0) + count;
  }
  return verdicts;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
