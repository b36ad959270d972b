/**
 * Time stamps and OCSP responses given and verified per second, and per second of processor time as a
 * share of the bare signature or verification: by node:crypto on the same thread pool, measured in turns
 * with ours, and by `openssl speed`.
 *
 *     node packages/pades/bench/authorities.bench.ts [--quick] [--json]
 */
import { execFileSync } from 'node:child_process';
import { createHash, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { promisify } from 'node:util';

import { ALGORITHMS } from '../src/cms/object-identifiers.ts';
import { createLocalAuthority, type LocalAuthority } from '../src/keys/local-authority.ts';
import { answerOcspRequest } from '../src/revocation/answer-ocsp-request.ts';
import { ocspRequest } from '../src/revocation/ocsp-request.ts';
import { verifyOcspResponse } from '../src/revocation/verify-ocsp-response.ts';
import {
  answerTimeStampRequest,
  LOCAL_TIME_STAMP_POLICY,
} from '../src/time-stamp/answer-time-stamp-request.ts';
import { timeStampRequest } from '../src/time-stamp/time-stamp-request.ts';
import { readTimeStampResponse } from '../src/time-stamp/time-stamp-response.ts';
import { verifyTimeStampToken } from '../src/time-stamp/verify-time-stamp-token.ts';

const quick = process.argv.includes('--quick');
const asJson = process.argv.includes('--json');
const ROUNDS = quick ? 2 : 8;
const ROUND_MS = quick ? 150 : 500;
/** What `openssl speed` calls them; its lines of results begin with the second. */
const KEY_TYPES = {
  'rsa-2048': ['rsa2048', 'rsa 2048'],
  'ec-p256': ['ecdsap256', '256 bits ecdsa'],
  'ec-p384': ['ecdsap384', '384 bits ecdsa'],
} as const;
type KeyType = keyof typeof KEY_TYPES;

interface Result {
  readonly key: KeyType;
  readonly what: string;
  readonly inFlight: number;
  /** In the best round: the one that other work on the machine disturbed least. */
  readonly perSecond: number;
  /** Median; the shares are of this. */
  readonly perCpuSecond: number;
  readonly ofNodeCrypto: number;
  readonly ofOpensslSpeed: number;
}

const signAsync = promisify<string, Uint8Array, KeyObject, Buffer>(sign);

interface Rate {
  readonly perSecond: number;
  /** Of processor time, all threads together: what other work on the machine hardly changes. */
  readonly perCpuSecond: number;
}

/** Runs `work`, so many at once, for the time of a round. */
async function rate(work: () => unknown, inFlight: number): Promise<Rate> {
  const began = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - began < ROUND_MS) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: done / ((performance.now() - began) / 1000),
    perCpuSecond: done / ((user + system) / 1_000_000),
  };
}

/** Signatures and verifications per second of processor time, which is what it counts. */
function opensslSpeed(keyType: KeyType): { sign: number; verify: number } {
  const [name, label] = KEY_TYPES[keyType];
  const seconds = quick ? '1' : '3';
  const output = execFileSync('openssl', ['speed', '-seconds', seconds, name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const line = output.split('\n').find((candidate) => candidate.trim().startsWith(label));
  const [signing, verifying] = (line ?? '').trim().split(/\s+/).slice(-2).map(Number);
  if (!signing || !verifying) throw new Error(`openssl speed says nothing of ${name}:\n${output}`);
  return { sign: signing, verify: verifying };
}

interface Work {
  readonly what: string;
  readonly kind: 'sign' | 'verify';
  readonly inFlight: number;
  readonly run: () => unknown;
}

async function worksOf({ seal, issuing, ocsp, timeStamping }: LocalAuthority): Promise<Work[]> {
  const imprint = createHash('sha256').update('bench').digest();
  const request = timeStampRequest({ imprint, digest: 'sha256', nonce: randomBytes(8), certReq: true });
  const stamper = { signer: timeStamping.signer, policy: LOCAL_TIME_STAMP_POLICY };
  const now = new Date();
  const stamp = (): Promise<Buffer> => answerTimeStampRequest(request, stamper, now, randomBytes(16));
  const { token } = readTimeStampResponse(await stamp(), request);
  const [certificate, issuer] = [seal.certificate, issuing.certificate];
  const query = ocspRequest({ certificate, issuer });
  const responder = { issuer, signer: ocsp.signer, statusOf: () => ({ status: 'good' }) as const };
  const answer = (): Promise<Buffer> =>
    answerOcspRequest(query, responder, now, new Date(now.getTime() + 86_400_000));
  const response = await answer();
  return [
    { what: 'time stamps given', kind: 'sign', inFlight: 1, run: stamp },
    { what: 'time stamps given', kind: 'sign', inFlight: 4, run: stamp },
    {
      what: 'time stamps verified',
      kind: 'verify',
      inFlight: 1,
      run: () => verifyTimeStampToken(token, imprint),
    },
    { what: 'OCSP answers given', kind: 'sign', inFlight: 1, run: answer },
    { what: 'OCSP answers given', kind: 'sign', inFlight: 4, run: answer },
    {
      what: 'OCSP answers verified',
      kind: 'verify',
      inFlight: 1,
      run: () => verifyOcspResponse(response, { certificate, issuer, at: now }),
    },
  ];
}

function bareOf({ timeStamping }: LocalAuthority): Record<Work['kind'], () => unknown> {
  const { certificate, privateKey, signer } = timeStamping;
  const { digest } = ALGORITHMS[signer.algorithm];
  const data = randomBytes(150);
  const signature = sign(digest, data, privateKey);
  return {
    sign: () => signAsync(digest, data, privateKey),
    verify: () => verify(digest, data, certificate.publicKey, signature),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(keyType: KeyType): Promise<Result[]> {
  const held = await createLocalAuthority({ organization: 'Bench', now: new Date(), keyType });
  const works = await worksOf(held);
  const bare = bareOf(held);
  const ours = works.map((): Rate[] => []);
  const theirs = works.map((): Rate[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { run, kind, inFlight }] of works.entries()) {
      theirs[index]?.push(await rate(bare[kind], inFlight));
      ours[index]?.push(await rate(run, inFlight));
    }
  }
  const speed = opensslSpeed(keyType);
  return works.map(({ what, kind, inFlight }, index) => {
    const rounds = ours[index] ?? [];
    const perCpuSecond = median(rounds.map((round) => round.perCpuSecond));
    const bareRate = median((theirs[index] ?? []).map((round) => round.perCpuSecond));
    return {
      key: keyType,
      what,
      inFlight,
      perSecond: Math.round(Math.max(...rounds.map(({ perSecond }) => perSecond))),
      perCpuSecond: Math.round(perCpuSecond),
      ofNodeCrypto: Number((perCpuSecond / bareRate).toFixed(2)),
      ofOpensslSpeed: Number((perCpuSecond / speed[kind]).toFixed(2)),
    };
  });
}

const results: Result[] = [];
for (const keyType of Object.keys(KEY_TYPES) as KeyType[]) results.push(...(await measure(keyType)));
if (asJson) for (const result of results) console.log(JSON.stringify(result));
else console.table(results);
