import type { ErrorCode, OperationName, OperationShape, RuleName } from '@lacre/contracts';
import { operations } from '@lacre/contracts';
import { openApiDocument } from '@lacre/http';
import { beforeAll, describe, expect, it } from 'vitest';

import { sharedLacre, type RunningProduct } from '../support/shared-lacre.ts';
import { CASES, WITHOUT_A_CASE, type Case } from './cases.ts';
import { expectedRuleOf } from './expected-rules.ts';
import { expectedScopeOf } from './expected-scopes.ts';
import { CALLERS, openWorld, PLACES, type Caller, type Place, type World } from './world.ts';

type Operation = OperationShape & { name: OperationName };
const all = Object.values(operations) as Operation[];

const USERS: readonly Caller[] = ['administrator', 'manager', 'common', 'totem'];
const TOKENS: readonly Caller[] = ['token of administrator', 'token of manager', 'token of common'];
/** Of the administrator, each with one scope alone. */
const SCOPED: readonly Caller[] = [
  'token to read',
  'token to processes',
  'token to registers',
  'token to account',
];
const MEMBERS: readonly Caller[] = ['administrator', 'manager', 'common'];
const STEWARDS: readonly Caller[] = [
  'administrator',
  'manager',
  'token of administrator',
  'token of manager',
];

/** Whom each rule lets in, written down apart from the rules. */
const ADMITTED: Readonly<Record<RuleName, readonly Caller[]>> = {
  anyone: CALLERS,
  'any-user': [...USERS, ...TOKENS],
  oneself: USERS,
  'anyone-in-person': [...MEMBERS, 'person'],
  totems: ['totem'],
  'anyone-signed-in': [...USERS, ...TOKENS, 'person'],
  members: [...MEMBERS, ...TOKENS],
  'members-own': [...MEMBERS, ...TOKENS],
  'members-in-person': MEMBERS,
  'self-or-stewards': [...MEMBERS, ...TOKENS],
  'members-of-company': [...MEMBERS, ...TOKENS],
  stewards: STEWARDS,
  'stewards-in-person': ['administrator', 'manager'],
  administrators: ['administrator', 'token of administrator'],
  'administrators-in-person': ['administrator'],
  participants: ['person'],
  'members-of-company-or-participants': [...MEMBERS, ...TOKENS, 'person'],
};

/** Whom an operation lets in: a token of one scope where that scope is the operation's, and its issuer is let in. */
function admittedTo(name: OperationName, rule: RuleName): readonly Caller[] {
  const admitted = ADMITTED[rule];
  if (!admitted.includes('token of administrator') || rule === 'anyone') return admitted;
  const scope = expectedScopeOf(name);
  return [...admitted, ...SCOPED.filter((caller) => caller === `token to ${scope}`)];
}

/** The code for a caller who is not admitted. */
function refusalOf(rule: RuleName, caller: Caller): ErrorCode {
  if (caller === 'public') return 'AUTH_NO_TOKEN_PROVIDED';
  if (SCOPED.includes(caller) && ADMITTED[rule].includes('token of administrator'))
    return 'TOKEN_SCOPE_REQUIRED';
  if (rule === 'participants') return 'AUTH_PERSON_NO_AUTHORIZATION';
  if (caller === 'person') return 'AUTH_USER_WITHOUT_PERMISSION';
  if (
    [...TOKENS, ...SCOPED].includes(caller) &&
    [
      'oneself',
      'anyone-in-person',
      'members-in-person',
      'stewards-in-person',
      'administrators-in-person',
      'totems',
    ].includes(rule)
  )
    return 'AUTH_METHOD_NOT_ALLOWED';
  return rule.startsWith('administrators') ? 'AUTH_USER_NOT_ADMIN' : 'AUTH_USER_WITHOUT_PERMISSION';
}

const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'AUTH_NO_TOKEN_PROVIDED',
  'AUTH_TOKEN_INVALID',
  'AUTH_USER_WITHOUT_PERMISSION',
  'AUTH_PERSON_NO_AUTHORIZATION',
  'AUTH_METHOD_NOT_ALLOWED',
  'AUTH_USER_NOT_ADMIN',
  'TOKEN_SCOPE_REQUIRED',
]);

let lacre: RunningProduct;
let world: World;
beforeAll(async () => {
  lacre = await sharedLacre();
  world = await openWorld(lacre.origin);
}, 120_000);

interface Told {
  status: number;
  code: string;
  text: string;
}

async function told(caller: Caller, name: OperationName, input: object): Promise<Told> {
  const response = await world.callers[caller].send(name, input);
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('problem+json') === true;
  return { status: response.status, code: isProblem ? (JSON.parse(text) as Told).code : '', text };
}

/** What has no shape to be refused for, and would end the caller: tried with those who are not let in alone. */
const ENDS_THE_CALLER: ReadonlySet<OperationName> = new Set(['deleteAccount', 'closeSigningSession']);

/** Codes that refuse every caller here: a passkey is bound to a name, and this runs at a number. */
const SAID_TO_ALL: Partial<Record<OperationName, ErrorCode>> = { startPasskey: 'AUTH_METHOD_NOT_ALLOWED' };

/** A request that an admitted caller sees refused for its shape: nothing happens, and it shows who is admitted. */
function shapeless({ params, body }: Operation): object {
  return {
    ...(params === undefined
      ? {}
      : { params: Object.fromEntries(Object.keys(params.shape).map((name) => [name, '!'])) }),
    ...(body === undefined ? {} : { body: { matrix: 1 } }),
    query: { matrix: '1' },
  };
}

describe('every operation', () => {
  it('is described with the rule that it is meant to have', () => {
    const paths = Object.values(openApiDocument()['paths'] as Record<string, Record<string, unknown>>);
    const described = paths.flatMap((path) => Object.values(path)) as {
      operationId: string;
      'x-allow'?: { rule: string };
    }[];
    const rules = described.map(({ operationId, 'x-allow': allow }) => [operationId, allow?.rule]);
    expect(rules).toEqual(rules.map(([operation]) => [operation, expectedRuleOf(operation ?? '')]));
    expect(rules).toHaveLength(all.length);
  });

  it('that names a resource has a case, or a reason to have none', () => {
    const naming = all.filter(
      ({ params, allow }) => params !== undefined || allow.startsWith('members-of-company'),
    );
    const named = naming.filter(
      ({ name, params, kind }) => params !== undefined || (kind === 'command' && name in CASES),
    );
    const untried = naming.filter(
      ({ name, params, kind }) =>
        !(name in CASES) && !(name in WITHOUT_A_CASE) && (params !== undefined || kind === 'command'),
    );
    expect(untried.map(({ name }) => name)).toEqual([]);
    expect(named.length).toBeGreaterThan(30);
  });

  it.each(all.map((operation) => [operation.name, operation] as const))(
    '%s admits the callers expected, and no others',
    async (name, operation) => {
      const rule = expectedRuleOf(name);
      if (rule === undefined) throw new Error(`no expectation says whom ${name} is for`);
      const outcomes = await Promise.all(
        CALLERS.filter(
          (caller) => !ENDS_THE_CALLER.has(name) || !admittedTo(name, rule).includes(caller),
        ).map(async (caller) => [caller, await told(caller, name, shapeless(operation))] as const),
      );
      const [anybody] = outcomes;
      const wrong = outcomes.filter(([caller, { status, code }]) => {
        if (status >= 500) return true;
        if (rule === 'anyone') return code !== anybody?.[1].code;
        if (!admittedTo(name, rule).includes(caller)) return code !== refusalOf(rule, caller);
        return REFUSALS.has(code) && code !== SAID_TO_ALL[name];
      });
      expect(wrong.map(([caller, { status, code }]) => `${caller}: ${status} ${code}`)).toEqual([]);
    },
  );
});

const isLimited = (caller: Caller): boolean => caller.endsWith('common') || caller === 'person';

function isReachable({ of }: Case, caller: Caller, place: Place): boolean {
  if (place === 'other tenant') return false;
  if (of === 'issuer') return [...STEWARDS, ...SCOPED].includes(caller);
  return place === 'assigned' || of === 'tenant' || !isLimited(caller);
}

/** The code for an admitted caller about what they do not reach. */
function absenceOf({ of, missing }: Case, name: OperationName, caller: Caller, place: Place): string {
  if (caller === 'person' && place === 'other company') return 'AUTH_PERSON_NO_AUTHORIZATION';
  // A common user edits themselves alone, and gets another code for colleagues.
  const isColleague = of === 'issuer' && place !== 'other tenant';
  return name === 'editUser' && isColleague ? 'AUTH_USER_WITHOUT_PERMISSION' : missing;
}

describe('what is asked for', () => {
  const cases = Object.entries(CASES) as [OperationName, Case][];

  it.each(cases)('%s: is found within reach, and answered as unknown beyond it', async (name, tried) => {
    const rule = expectedRuleOf(name);
    if (rule === undefined) throw new Error(`no expectation says whom ${name} is for`);
    const wrong: string[] = [];
    for (const place of PLACES)
      for (const caller of admittedTo(name, rule)) {
        const input = await tried.request(world.things[place], world, place);
        const { status, code } = await told(caller, name, input);
        const isRight = isReachable(tried, caller, place)
          ? code !== tried.missing && !REFUSALS.has(code)
          : code === absenceOf(tried, name, caller, place);
        if (!isRight || status >= 500) wrong.push(`${caller} in ${place}: ${status} ${code}`);
      }
    expect(wrong).toEqual([]);
  });
});

describe('what is listed', () => {
  const lists = all.filter(({ kind, params }) => kind === 'query' && params === undefined);

  it.each(lists.map(({ name }) => [name] as const))(
    '%s: holds nothing beyond the caller’s reach',
    async (name) => {
      const rule = expectedRuleOf(name);
      if (rule === undefined) throw new Error(`no expectation says whom ${name} is for`);
      const { companyId, processId, documentId } = world.things['other company'];
      const wrong: string[] = [];
      for (const caller of admittedTo(name, rule)) {
        const { status, text } = await told(caller, name, {});
        const hidden = isLimited(caller) ? [companyId, processId, documentId] : [];
        const shown = [...world.foreignIds, ...hidden].filter((id) => text.includes(id));
        if (status >= 500 || shown.length > 0) wrong.push(`${caller}: ${status} shows ${shown.join(', ')}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it('holds what is within one’s reach', async () => {
    const { processId } = world.things['other company'];
    const seen = async (caller: Caller, id: string) =>
      (await told(caller, 'listProcesses', {})).text.includes(id);
    expect(await seen('administrator', processId)).toBe(true);
    expect(await seen('common', world.things.assigned.processId)).toBe(true);
    expect(await seen('common', processId)).toBe(false);
  });
});
