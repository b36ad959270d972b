import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { errors, isErrorCode, type AnswerOf } from '@lacre/contracts';

import { ApiError, type Api } from './api.ts';
import type { Account, Person } from './scenario.ts';
import { until } from './until.ts';

const RETRY_MS = 40;

/** Whether a failure may have been an outage: the same request, with the same key, is to be sent again. */
const isOutage = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  (isErrorCode(error.problem.code) && errors[error.problem.code].status >= 500);

/** As a careful client: the same key until there is an answer. */
export async function insist<Value>(send: (idempotencyKey: string) => Promise<Value>): Promise<Value> {
  const key = randomUUID();
  for (;;) {
    try {
      return await send(key);
    } catch (error) {
      if (!isOutage(error)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** A process that went through, as it was acknowledged to its requester. */
export interface Acknowledged {
  processId: string;
  documentId: string;
  ending: 'sealed' | 'canceled' | 'rejected';
}

/** What a process of the load needs: an account, its signers, and a document. */
export interface LoadStage {
  account: Account;
  signers: readonly { person: Person; sessionFor: (processId: string) => Promise<Api> }[];
  /** Of an upload, or of a filled template whose roles are the signers' numbers from 1. */
  document: { proof: string; templateId?: string };
}

const createProcess = (
  { account: { api, companyId }, signers, document: { proof, templateId } }: LoadStage,
  summary: string,
): Promise<AnswerOf<'createProcess'>> =>
  insist((idempotencyKey) => {
    if (templateId === undefined) {
      const participants = signers.map(({ person }) => ({ personId: person.personId, part: 'signer' }));
      const body = { summary, companyId, documents: [{ proof }], participants };
      return api.call('createProcess', { idempotencyKey, body });
    }
    const participants = signers.map(({ person }, n) => ({
      role: `parte${n + 1}`,
      personId: person.personId,
    }));
    const body = { summary, companyId, participants, proof };
    return api.call('useTemplate', { idempotencyKey, params: { templateId }, body });
  });

/** One process from its creation to its end, through whatever outages. */
export async function runOneProcess(stage: LoadStage, ending: Acknowledged['ending']): Promise<Acknowledged> {
  const { account, signers } = stage;
  const { processId, documents } = await createProcess(stage, `Sob pressão, ${ending}`);
  const documentId = documents[0]?.documentId ?? '';
  const { signatures, documents: shown } = await insist(() =>
    until('the process', () => account.api.call('getProcess', { params: { processId } })),
  );
  const documentSha256 = shown[0]?.sha256 ?? '';
  const first = signatures[0];
  if (ending === 'canceled') {
    await insist((idempotencyKey) =>
      account.api.call('cancelProcess', { idempotencyKey, params: { processId }, body: {} }),
    );
  } else if (ending === 'rejected' && first !== undefined) {
    const asked = signers.find(({ person }) => person.personId === first.personId);
    const api = (await asked?.sessionFor(processId)) ?? account.api;
    const body = { signatureIds: [first.signatureId], reason: 'Valor errado' };
    await insist((idempotencyKey) => api.call('reject', { idempotencyKey, body }));
  } else {
    for (const { person, sessionFor } of signers) {
      const api = await sessionFor(processId);
      const own = signatures.filter(({ personId }) => personId === person.personId);
      const body = {
        signatures: own.map(({ signatureId }) => ({ signatureId, documentId, documentSha256 })),
        consent: { accepted: true, termsVersion: '2026-11' },
      };
      await insist((idempotencyKey) => api.call('sign', { idempotencyKey, body }));
    }
  }
  return { processId, documentId, ending };
}

/** Workers that run one process after the other, seven in ten of them to a seal, until they are stopped. */
export class SigningLoad {
  readonly acknowledged: Acknowledged[] = [];
  readonly #workers: Promise<void>[];
  #going = true;

  constructor(stage: LoadStage, workers: number, random: () => number) {
    this.#workers = Array.from({ length: workers }, async () => {
      while (this.#going) {
        const dice = random();
        const ending = dice < 0.7 ? 'sealed' : dice < 0.85 ? 'canceled' : 'rejected';
        this.acknowledged.push(await runOneProcess(stage, ending));
      }
    });
  }

  /** Resolves when the processes under way are through. */
  async stop(): Promise<readonly Acknowledged[]> {
    this.#going = false;
    await Promise.all(this.#workers);
    return this.acknowledged;
  }
}
