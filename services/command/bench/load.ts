import { Agent, request } from 'node:http';

import { cpfOf } from '@lacre/contracts/testing';

/**
 * Load generator, a process of its own: `node load.ts <port>`. Reads one job as JSON from stdin, drives `clients`
 * keep-alive connections, each sending its next request when the last one is answered, and prints the outcome.
 */
export interface LoadJob {
  port: number;
  clients: number;
  seconds: number;
  token: string;
  operation: 'editCompany' | 'createPerson';
  /** One company for each client. */
  companyIds: readonly string[];
  /** Numbers of this run's CPFs start here. */
  firstNumber: number;
}

export interface LoadOutcome {
  done: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

async function main(): Promise<void> {
  let text = '';
  for await (const chunk of process.stdin) text += String(chunk);
  const job = JSON.parse(text) as LoadJob;
  const agent = new Agent({ keepAlive: true, maxSockets: job.clients });
  const latencies: number[] = [];
  let number = job.firstNumber;
  const startedAt = performance.now();
  const endsAt = startedAt + job.seconds * 1000;
  async function client(index: number): Promise<void> {
    while (performance.now() < endsAt) {
      const sentAt = performance.now();
      await send(agent, job, index, ++number);
      latencies.push(performance.now() - sentAt);
    }
  }
  await Promise.all(Array.from({ length: job.clients }, (_, index) => client(index)));
  const seconds = (performance.now() - startedAt) / 1000;
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  const outcome: LoadOutcome = { done: latencies.length, seconds, p50: at(0.5), p99: at(0.99) };
  process.stdout.write(JSON.stringify(outcome));
  agent.destroy();
}

function send(agent: Agent, job: LoadJob, client: number, number: number): Promise<void> {
  const isEdit = job.operation === 'editCompany';
  const body = JSON.stringify(
    isEdit
      ? {
          companyName: `Padaria ${number}`,
          tradingName: 'Real',
          email: 'contato@exemplo.com.br',
          city: 'Recife',
        }
      : { cpf: cpfOf(number), name: `Pessoa ${number}`, email: `p${number}@exemplo.com.br` },
  );
  return new Promise((resolve, reject) => {
    const call = request(
      {
        agent,
        host: '127.0.0.1',
        port: job.port,
        method: isEdit ? 'PATCH' : 'POST',
        path: isEdit ? `/api/company/${job.companyIds[client] ?? ''}` : '/api/person',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${job.token}`,
          'idempotency-key': `bench-${job.operation}-${number}`,
        },
      },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200 || response.statusCode === 201
            ? resolve()
            : reject(new Error(`answered ${response.statusCode}`)),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

if (import.meta.main) await main();
