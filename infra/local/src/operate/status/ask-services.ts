import { fetch } from '@lacre/http-client';

/** Longest wait for a probe, milliseconds. */
const TIMEOUT_MS = 3000;

interface Check {
  name: string;
  ok: boolean;
  detail?: string;
}

/** What a process says of itself at its internal address. */
export interface ServiceStatus {
  address: string;
  /** command, query, projector, signer, page or local; undefined where it does not answer. */
  service: string | undefined;
  state: 'ready' | 'not-ready' | 'unreachable';
  checks: readonly Check[];
  /** When certificates end that it seals with, by what they are for. */
  certificates: Readonly<Record<string, Date>>;
  /** Of its data folder, bytes. */
  diskFreeBytes: number | undefined;
}

/** @param address of its internal listener: `http://localhost:4411` */
export async function askService(address: string): Promise<ServiceStatus> {
  try {
    const [report, metrics] = await Promise.all([asked(`${address}/readyz`), asked(`${address}/metrics`)]);
    const { ready, checks } = JSON.parse(report) as { ready: boolean; checks: Check[] };
    const ends = samplesOf(metrics, 'lacre_certificate_end_timestamp_seconds');
    return {
      address,
      service: samplesOf(metrics, 'process_cpu_user_seconds_total')[0]?.labels['service'],
      state: ready ? 'ready' : 'not-ready',
      checks,
      certificates: Object.fromEntries(
        ends.map(({ labels, value }) => [labels['certificate'] ?? '', new Date(value * 1000)]),
      ),
      diskFreeBytes: samplesOf(metrics, 'lacre_disk_free_bytes')[0]?.value,
    };
  } catch {
    return {
      address,
      service: undefined,
      state: 'unreachable',
      checks: [],
      certificates: {},
      diskFreeBytes: undefined,
    };
  }
}

async function asked(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return answer.text();
}

interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Samples of a metric in the text format of Prometheus. */
function samplesOf(text: string, name: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`))
    .map((line) => ({
      labels: Object.fromEntries(
        Array.from(line.matchAll(/([a-z_]+)="([^"]*)"/g), ([, label = '', value = '']) => [label, value]),
      ),
      value: Number(line.slice(line.lastIndexOf(' '))),
    }));
}
