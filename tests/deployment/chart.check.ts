import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { goProgram } from '@lacre/test-support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHART = join(ROOT, 'infra/chart');
const PYTHON = process.env['KUBERNETES_VALIDATE_PYTHON'] ?? 'python3';
/** The oldest release that Chart.yaml takes, and a late one. */
const RELEASES = ['1.29', '1.34'];

/** Everything that is off unless one asks for it. */
const EVERYTHING = `
publicUrl: https://assina.example
ingress: { enabled: true, className: nginx, tlsSecret: tls }
gateway: { enabled: true, parentRefs: [{ name: public }] }
services:
  command: { autoscaling: { enabled: true } }
  query: { autoscaling: { enabled: true } }
signerByQueueDepth: { enabled: true }
networkPolicy:
  ingressFrom: [{ namespaceSelector: { matchLabels: { name: ingress } } }]
  metricsFrom: [{ namespaceSelector: { matchLabels: { name: monitoring } } }]
podMonitor: { enabled: true, labels: { release: prometheus } }
serviceAccount: { annotations: { example.com/role: lacre } }
data: { storageClassName: nfs }
imagePullSecrets: [{ name: registry }]
nodeSelector: { disk: fast }
tolerations: [{ key: lacre, operator: Exists }]
podAnnotations: { example.com/team: assinaturas }
config: { MAIL_FROM: 'Lacre <nao-responda@assina.example>' }
`;
/** Resources of others, which Kubernetes itself has no schema of. */
const CUSTOM = new Set(['HTTPRoute', 'ScaledObject', 'PodMonitor']);

interface Container {
  name: string;
  image: string;
  securityContext?: Record<string, unknown>;
  env?: { name: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  livenessProbe?: unknown;
  readinessProbe?: unknown;
  resources?: { requests?: object; limits?: object };
}
interface Resource {
  kind: string;
  metadata: { name: string };
  spec: {
    type?: string;
    ports?: { port: number }[];
    template?: { spec: { containers: Container[]; securityContext: object; enableServiceLinks: boolean } };
    rules?: {
      http?: { paths: { backend: { service: { name: string } } }[] };
      backendRefs?: { name: string }[];
    }[];
  };
}

let folder: string;
let helm: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lacre-chart-'));
  helm = await goProgram({ name: 'helm', package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.18.6' });
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function valuesFile(name: string, text: string): Promise<string> {
  const file = join(folder, `${name}.yaml`);
  await writeFile(file, text);
  return file;
}

async function rendered(name: string, text: string): Promise<{ file: string; resources: Resource[] }> {
  const values = await valuesFile(`${name}-values`, text);
  const { stdout } = await run(helm, [
    'template',
    'lacre',
    CHART,
    '--namespace',
    'lacre',
    '--values',
    values,
    '--kube-version',
    '1.34',
  ]);
  const file = join(folder, `${name}.yaml`);
  const documents = parseAllDocuments(stdout).map((document) => document.toJS() as Resource | null);
  const resources = documents.filter((each): each is Resource => each !== null);
  return { file, resources };
}

/** The values that the page on installing tells people to write. */
async function documentedValues(): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/operating/install.md'), 'utf8');
  const [, block = ''] = /Write `values\.yaml`:\n\n +```yaml\n(.*?)\n +```/s.exec(page) ?? [];
  return block.replaceAll(/^ {3}/gm, '');
}

async function cases(): Promise<[string, string][]> {
  return [
    ['smallest', 'publicUrl: https://assina.example'],
    ['documented', await documentedValues()],
    ['everything', EVERYTHING],
  ];
}

it('is linted', async () => {
  for (const [name, text] of await cases()) {
    const { stdout } = await run(helm, ['lint', '--strict', CHART, '--values', await valuesFile(name, text)]);
    expect(stdout).toContain('0 chart(s) failed');
  }
}, 60_000);

it('names missing values', async () => {
  await expect(run(helm, ['template', 'lacre', CHART, '--kube-version', '1.34'])).rejects.toThrow(
    'publicUrl: where people reach the installation',
  );
});

it('renders manifests valid in the oldest supported release of Kubernetes and a late one', async () => {
  for (const [name, text] of await cases()) {
    const { file, resources } = await rendered(name, text);
    const own = resources.filter(({ kind }) => !CUSTOM.has(kind));
    expect(own.length).toBeGreaterThan(15);
    await writeFile(file, own.map((resource) => JSON.stringify(resource)).join('\n---\n'));
    for (const release of RELEASES)
      await run(PYTHON, ['-m', 'kubernetes_validate', '--strict', '--kubernetes-version', release, file]);
  }
}, 120_000);

const containersOf = (resources: readonly Resource[]) =>
  resources.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);

it('confines every container, and probes each that stays', async () => {
  const { resources } = await rendered('everything', EVERYTHING);
  const containers = containersOf(resources);
  expect(containers.map(({ name }) => name).toSorted()).toEqual([
    'command',
    'migrate',
    'nginx',
    'page',
    'projector',
    'query',
    'signer',
  ]);
  for (const { name, securityContext, livenessProbe, readinessProbe, resources: given } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect([name, given?.limits, given?.requests]).not.toContain(undefined);
    // A job ends: it needs no probes.
    const probes = name === 'migrate' ? [] : [livenessProbe, readinessProbe];
    expect([name, ...probes]).not.toContain(undefined);
  }
  for (const { spec } of resources.filter((each) => each.spec?.template !== undefined))
    expect(spec.template?.spec).toMatchObject({
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
});

it('opens the router alone to the outside, and the internal port to no ingress', async () => {
  const { resources } = await rendered('everything', EVERYTHING);
  const services = resources.filter(({ kind }) => kind === 'Service');
  for (const { metadata, spec } of services) {
    expect([metadata.name, spec.type ?? 'ClusterIP']).toEqual([metadata.name, 'ClusterIP']);
    const isInternal = spec.ports?.some(({ port }) => port === 4410);
    expect([metadata.name, isInternal]).toEqual([metadata.name, metadata.name === 'lacre-command-internal']);
  }
  const rules = resources
    .filter(({ kind }) => kind === 'Ingress' || kind === 'HTTPRoute')
    .flatMap(({ spec }) => spec.rules ?? []);
  const byIngress = rules.flatMap(({ http }) => http?.paths ?? []).map(({ backend }) => backend.service.name);
  const byGateway = rules.flatMap(({ backendRefs = [] }) => backendRefs).map(({ name }) => name);
  expect([byIngress, byGateway]).toEqual([['lacre-proxy'], ['lacre-proxy']]);
});

it('gives each service the secrets that it reads, from the one Secret, and the page none', async () => {
  const { resources } = await rendered('smallest', 'publicUrl: https://assina.example\nexistingSecret: ours');
  const secretsOf = (service: string): string[] =>
    containersOf(resources)
      .filter(({ name }) => name === service)
      .flatMap(({ env = [] }) => env)
      .filter(({ valueFrom }) => valueFrom?.secretKeyRef.name === 'ours')
      .map(({ name }) => name);
  expect(secretsOf('page')).toEqual([]);
  expect(secretsOf('query')).not.toContain('BLOB_MASTER_KEY');
  expect(secretsOf('signer')).toEqual(
    expect.arrayContaining(['PAYLOAD_KEY', 'BLOB_MASTER_KEY', 'PROOF_SECRET']),
  );
  expect(secretsOf('command')).toEqual(expect.arrayContaining(['IDENTITY_SECRET', 'DIGEST_KEY', 'SMTP_URL']));
});

it('has the router by the generated routes', async () => {
  const { resources } = await rendered('smallest', 'publicUrl: https://assina.example');
  const map = resources.find(
    ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'lacre-proxy',
  ) as unknown as {
    data: Record<string, string>;
  };
  const routes = await readFile(join(ROOT, 'infra/proxy/nginx/lacre-routes.conf'), 'utf8');
  expect(map.data['lacre-routes.conf']?.trim()).toBe(routes.trim());
});
