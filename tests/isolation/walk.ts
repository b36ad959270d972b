import { createHash } from 'node:crypto';

import { operations, rules, type OperationName, type OperationShape } from '@lacre/contracts';
import { cpfOf } from '@lacre/contracts/testing';

import { Api } from '../support/api.ts';
import { fresh } from '../support/scenario.ts';
import { BODIES, mailbox, QUERIES } from './bodies.ts';
import { Draw, isKnown, paramOf } from './draw.ts';
import { marksIn, type Foreign, type Marks, type Owner } from './marks.ts';
import { KINDS, type Caller, type Tenant } from './tenants.ts';

type Operation = OperationShape & { name: OperationName; path: string };
const ALL = Object.values(operations) as Operation[];

/** Ends its caller, and names no id. */
const LEFT_OUT: ReadonlySet<OperationName> = new Set(['deleteAccount', 'signOut', 'closeSigningSession']);
/** Their work is a seal, a file or a mail: they are drawn less often. */
const HEAVY: ReadonlySet<OperationName> = new Set([
  'createPartialCopy',
  'uploadDocument',
  'uploadWordTemplate',
  'validateDocument',
  'fillTemplate',
  'previewTemplate',
  'previewFilledTemplate',
  'registerTenant',
  'signIn',
  'changePassword',
  'resetPassword',
  'acceptInvitation',
  'requestDownload',
]);
const HEAVY_SHARE = 0.15;

/** What is away by design: no outside register is asked for a company a hundred thousand times. */
const FORESEEN: Partial<Record<OperationName, string>> = {
  lookUpCnpj: 'EMPTY_CNPJ_SEARCH',
};

/**
 * What ends only the caller's own and answers alike whatever is named, so that a 200 has taken nothing of others:
 * `services/command/src/push/push-routes.test.ts` holds that theirs stays.
 */
const ANSWERS_ALIKE: ReadonlySet<OperationName> = new Set(['unsubscribePush']);

export const WALKED = ALL.filter(({ name }) => !LEFT_OUT.has(name));

/** Operations without an entry that says what they are asked with. */
export const UNKNOWN = WALKED.filter(
  ({ name, params, body }) =>
    (body !== undefined && BODIES[name] === undefined) || !Object.keys(params?.shape ?? {}).every(isKnown),
).map(({ name }) => name);

export interface World {
  origin: string;
  tenants: readonly Tenant[];
  marks: Marks;
  /** What the platform wrote of itself. */
  log?: () => string;
}

/** A datum that an answer had no business to show, or something of others that a command did. */
interface Finding {
  request: string;
  caller: string;
  status: number;
  foreign: readonly Foreign[];
}

export interface Outcome {
  requests: number;
  findings: Finding[];
  /** What was answered with an unforeseen 5xx, and what the platform wrote of it. */
  broken: string[];
  /** Answers of 5xx, by operation, status and code. */
  failures: Record<string, number>;
  /** Answers by class of status. */
  statuses: Record<string, number>;
  operations: Map<OperationName, { asked: number; done: number }>;
  /** Requests that named something of another tenant. */
  named: number;
}

interface Asked {
  operation: Operation;
  caller: Caller | undefined;
  own: Tenant | undefined;
  draw: Draw;
  input: {
    params?: Record<string, string>;
    query: Record<string, string>;
    body?: unknown;
    file?: Blob;
    fileName?: string;
    fields?: Record<string, string>;
    headers: Record<string, string>;
  };
}

function asked(world: World, next: () => number, among: readonly Operation[]): Asked {
  for (;;) {
    const operation = among[Math.floor(next() * among.length)];
    if (operation === undefined || (HEAVY.has(operation.name) && next() > HEAVY_SHARE)) continue;
    const own = next() < 0.08 ? undefined : world.tenants[Math.floor(next() * world.tenants.length)];
    const kind = KINDS[Math.floor(next() * KINDS.length)] ?? 'administrator';
    const caller = own?.callers[kind];
    const namesHidden = operation.kind !== 'command' || isLimited(caller);
    const draw = new Draw(next, { ...world, own, operation: operation.name, namesHidden });
    return { operation, caller, own, draw, input: inputFor(operation, draw) };
  }
}

/** Who sees one of the tenant's companies alone, or none. */
const isLimited = (caller: Caller | undefined): boolean =>
  caller !== undefined && ['common', 'person', 'totem'].includes(caller.kind);

function inputFor({ name, kind, params, query, file }: Operation, draw: Draw): Asked['input'] {
  const ids = Object.keys(params?.shape ?? {}).map((param) => [param, paramOf(param, draw)] as const);
  const parts = Object.keys(query?.shape ?? {}).flatMap((key) => {
    const make = QUERIES[key];
    return make !== undefined && draw.chance(0.7) ? [[key, make(draw)] as const] : [];
  });
  const build = BODIES[name];
  const text = file === undefined ? 'não é um PDF' : persons(draw);
  return {
    ...(ids.length === 0 ? {} : { params: Object.fromEntries(ids) }),
    query: Object.fromEntries(parts),
    ...(build === undefined ? {} : { body: build(draw) }),
    ...(kind === 'upload' || file !== undefined
      ? {
          file: new Blob([text], { type: file ?? 'application/pdf' }),
          fileName: 'arquivo',
          fields: { said: text },
        }
      : {}),
    headers: {
      // Each caller from an address of their own: limits by address are not what is tried here.
      'x-forwarded-for': `10.${draw.below(250)}.${draw.below(250)}.${draw.below(250)}`,
      // Of a few that all tenants share: a caller who knows another's key gets nothing by it.
      ...(draw.chance(0.05) ? { 'idempotency-key': `compartilhada-${draw.below(40)}` } : {}),
    },
  };
}

const persons = (draw: Draw): string => `cpf,nome,email\n${cpfOf(fresh())},${draw.text()},${mailbox()}\n`;

const textOf = ({ params, query, body, fields }: Asked['input']): string =>
  JSON.stringify([params, query, body, fields]);

/** Whose data the answer may hold: the caller's tenant's, as far as they reach; of a visitor, whom alone they name. */
function mayBeShown({ operation, caller, own, draw }: Asked): (owner: Owner) => boolean {
  const isPublic = rules[operation.allow].callers === 'public';
  const alone = isPublic && draw.named.size === 1 ? [...draw.named][0] : undefined;
  return ({ tenant, hidden }) =>
    (tenant === own?.tenantId && !(hidden && isLimited(caller))) || tenant === alone;
}

async function judged(world: World, it: Asked, response: Response): Promise<Finding | undefined> {
  const { operation, caller, own, input } = it;
  const bytes = Buffer.from(await response.arrayBuffer());
  const sent = new Set(marksIn(textOf(input)));
  const isFile = operation.kind === 'file' && response.ok;
  // A file is known by its hash, and by names that stand in it as they are.
  const answer = isFile
    ? `${createHash('sha256').update(bytes).digest('hex')} ${bytes.toString('latin1')}`
    : bytes.toString('utf8');
  const learnAs =
    response.ok &&
    own !== undefined &&
    operation.kind !== 'file' &&
    rules[operation.allow].callers !== 'public'
      ? { tenant: own.tenantId, hidden: false }
      : undefined;
  const foreign = world.marks.foreignIn(answer, sent, mayBeShown(it), learnAs);
  // Whatever is stored or handed out for a request that names a thing of others has taken it for the caller's.
  const acts =
    (operation.kind === 'command' && !ANSWERS_ALIKE.has(operation.name)) ||
    operation.kind === 'file' ||
    operation.name === 'fillTemplate';
  if (response.ok && acts && own !== undefined && rules[operation.allow].callers !== 'public')
    for (const datum of sent) {
      const owner = world.marks.ownerOf(datum);
      if (owner !== undefined && !mayBeShown(it)(owner)) foreign.push({ datum, owner });
    }
  if (foreign.length === 0) return undefined;
  return {
    request: `${operation.name} ${textOf(input)}`,
    caller: `${caller?.kind ?? 'visitor'} of ${own?.tenantId ?? 'nowhere'}`,
    status: response.status,
    foreign,
  };
}

async function answered(it: Asked, visitor: Api): Promise<Response> {
  const { operation, caller, input } = it;
  const response = await (caller?.api ?? visitor).send(operation.name, input);
  if (response.status !== 401 || caller === undefined) return response;
  const { code } = (await response.clone().json()) as { code: string };
  if (code !== 'AUTH_TOKEN_VALIDATION_ERROR' && code !== 'AUTH_TOKEN_REVOKED') return response;
  caller.api = await caller.renew();
  return caller.api.send(operation.name, input);
}

/**
 * Sends random requests, several at once, and looks into every answer.
 *
 * @param options.among operations to choose from; all of them by default
 * @param options.until ends the walk early
 */
export async function walk(
  world: World,
  next: () => number,
  options: {
    requests: number;
    atOnce?: number;
    among?: readonly Operation[];
    until?: (outcome: Outcome) => boolean;
  },
): Promise<Outcome> {
  const outcome: Outcome = {
    requests: 0,
    findings: [],
    broken: [],
    failures: {},
    statuses: {},
    operations: new Map(),
    named: 0,
  };
  const visitor = new Api(world.origin);
  const { atOnce = 12, among = WALKED, until: isDone = () => false } = options;
  let left = options.requests;
  async function walker(): Promise<void> {
    while (left > 0 && !isDone(outcome)) {
      left -= 1;
      const it = asked(world, next, among);
      const response = await answered(it, visitor);
      if (response.status >= 500) await noteFailure(outcome, world, it, response.clone());
      const finding = await judged(world, it, response);
      if (finding !== undefined) outcome.findings.push(finding);
      note(outcome, it, response.status);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, walker));
  return outcome;
}

async function noteFailure(outcome: Outcome, world: World, it: Asked, response: Response): Promise<void> {
  const { code, instance } = (await response.json()) as { code: string; instance: string };
  const { name } = it.operation;
  const what = `${name} ${response.status} ${code}`;
  outcome.failures[what] = (outcome.failures[what] ?? 0) + 1;
  if (FORESEEN[name] === code) return;
  const written = (world.log?.() ?? '').split('\n').filter((line) => line.includes(instance));
  outcome.broken.push([what, textOf(it.input), ...written].join('\n'));
}

function note(outcome: Outcome, { operation, own, draw }: Asked, status: number): void {
  outcome.requests += 1;
  const kind = `${Math.floor(status / 100)}xx`;
  outcome.statuses[kind] = (outcome.statuses[kind] ?? 0) + 1;
  const counted = outcome.operations.get(operation.name) ?? { asked: 0, done: 0 };
  outcome.operations.set(operation.name, {
    asked: counted.asked + 1,
    done: counted.done + (status < 300 ? 1 : 0),
  });
  if ([...draw.named].some((tenantId) => tenantId !== own?.tenantId)) outcome.named += 1;
}
