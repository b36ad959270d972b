/**
 * Load generator, a process of its own: `node http-load.ts`. Reads one job as JSON from stdin, drives `clients`
 * keep-alive connections, each sending its next request when the last one is answered, and prints the outcome.
 */
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';

import { cpfOf } from '@lacre/contracts/testing';

export interface LoadJob {
  port: number;
  clients: number;
  seconds: number;
  token: string;
  method: 'GET' | 'POST' | 'PATCH';
  /** Each client asks for its own, counted round. */
  paths: readonly string[];
  /** Sent as JSON; `%n` in it stands for a number, `%cpf` for a CPF, that no other request of the run has. */
  body?: string;
  /** Numbers of this job start here. */
  firstNumber: number;
}

export interface LoadOutcome {
  done: number;
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Runs the job in a process of its own, which takes no turn of the measured one. */
export async function load(job: LoadJob): Promise<LoadOutcome> {
  const generator = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  generator.stdin.end(JSON.stringify(job));
  let text = '';
  for await (const chunk of generator.stdout) text += String(chunk);
  return JSON.parse(text) as LoadOutcome;
}

function send(agent: Agent, job: LoadJob, client: number, number: number): Promise<void> {
  const { method, paths, port, token } = job;
  const body = job.body?.replaceAll('%n', String(number)).replaceAll('%cpf', cpfOf(number));
  const carried =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const headers = {
    authorization: `Bearer ${token}`,
    ...carried,
    ...(method === 'GET' ? {} : { 'idempotency-key': `medida-${number}` }),
  };
  return new Promise((resolve, reject) => {
    const path = paths[client % paths.length];
    const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        (response.statusCode ?? 500) < 300
          ? resolve()
          : reject(new Error(`${method} ${path} answered ${response.statusCode}`)),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
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

if (import.meta.main) await main();
