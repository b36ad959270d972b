import { randomUUID } from 'node:crypto';

import {
  admit,
  claims,
  isPublic,
  type Admitted,
  type Claims,
  type PersonPrincipal,
  type Principal,
  type UserPrincipal,
} from '@lacre/access';
import {
  isEmptyText,
  operations,
  withBlankTexts,
  withoutEmpty,
  type ClientContext,
  type OperationName,
  type Operations,
  type rules,
} from '@lacre/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';

import { clientContextOf, locationErrorsOf } from './client-context.ts';
import { Refusal } from './refusal.ts';

type Parsed<Name extends OperationName, Key extends string> = Operations[Name] extends {
  [K in Key]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type PrincipalFor<Callers> = Callers extends 'public'
  ? undefined
  : Callers extends 'user'
    ? UserPrincipal
    : Callers extends 'person'
      ? PersonPrincipal
      : Principal;

/** What a route's handler is given: everything parsed, the caller verified. */
export interface Call<Name extends OperationName> {
  operation: Name;
  principal: PrincipalFor<(typeof rules)[Operations[Name]['allow']]['callers']>;
  params: Parsed<Name, 'params'>;
  query: Parsed<Name, 'query'>;
  body: Parsed<Name, 'body'>;
  client: ClientContext;
  /**
   * The caller's tenant is being moved: a command is answered where it was made before, and refused with TENANT_MOVING
   * otherwise. Where a service does not answer repeats (`routesOver`), none comes so far.
   */
  isHeld: boolean;
  /** The caller's `Idempotency-Key`, or a fresh one when none was sent: then every request is an intent of its own. */
  idempotencyKey: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Answer<Name extends OperationName> = Operations[Name] extends { answer: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : FastifyReply | undefined;

/** A client that writes "undefined" for a key it does not have would make all its commands one. */
const idempotencyKey = z
  .string()
  .trim()
  .max(200)
  .refine((key) => !isEmptyText(key));

/** The key that a caller sent with a request; undefined when none was sent, or one that will be refused. */
export const callersKeyOf = (request: FastifyRequest): string | undefined =>
  idempotencyKey.safeParse(request.headers['idempotency-key']).data;

function keyOf(request: FastifyRequest): string {
  if (request.headers['idempotency-key'] === undefined) return randomUUID();
  const key = callersKeyOf(request);
  if (key === undefined)
    throw new Refusal('MALFORMED_REQUEST', {
      detail: 'Idempotency-Key deve ter de 1 a 200 caracteres, e não "null" nem "undefined".',
    });
  return key;
}

/** Whose session an answer opens, by the token in it, which was issued here a moment ago. */
function openedBy(answer: unknown): Claims | undefined {
  if (typeof answer !== 'object' || answer === null || !('token' in answer)) return undefined;
  const [, payload = ''] = String(answer.token).split('.');
  try {
    return claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

interface Options extends Pick<RouteShorthandOptions, 'bodyLimit' | 'config'> {
  /**
   * Called once a caller's token is verified, while it is asked whether they are let in. What it begins to read is for
   * this request alone, which may yet be refused.
   */
  ahead?: (claims: Claims, request: FastifyRequest) => void;
  answersRepeats?: boolean;
}

export interface OptionsOver<Context> extends Omit<Options, 'ahead' | 'answersRepeats'> {
  ahead?: (claims: Claims, request: FastifyRequest, context: Context) => void;
}

/** One operation of the contracts with its handler, as the file named after it exports it. */
export interface Route<Context> {
  readonly operation: OperationName;
  readonly mount: (app: FastifyInstance, context: Context) => void;
}

/**
 * What a service defines its routes with: their handlers are given what was called, and the service's own context.
 *
 * @param answersRepeats whether its commands are run once for their key, and look at `isHeld` where there is no answer yet
 */
export const routesOver =
  <Context>({ answersRepeats = false } = {}) =>
  <Name extends OperationName>(
    operation: Name,
    handle: (call: Call<Name>, context: Context) => Promise<Answer<Name>> | Answer<Name>,
    { ahead, ...options }: OptionsOver<Context> = {},
  ): Route<Context> => ({
    operation,
    mount: (app, context) =>
      route(app, operation, (call) => handle(call, context), {
        ...options,
        answersRepeats,
        ...(ahead && { ahead: (carried, request) => ahead(carried, request, context) }),
      }),
  });

/**
 * Who calls: the token is verified, and then its carrier held to the operation's rule.
 *
 * @returns undefined for a public operation. @throws Refusal
 */
async function callerOf(
  app: FastifyInstance,
  name: OperationName,
  request: FastifyRequest,
  ahead: Options['ahead'],
): Promise<Admitted | undefined> {
  if (isPublic(name)) return undefined;
  const carried = await app.claimsOf(request);
  request.verifiedClaims = carried;
  ahead?.(carried, request);
  const admission = await admit(app.callers, name, carried, request.ip);
  if (admission.admitted) return admission;
  throw Refusal.of(admission);
}

/** Whether it may change something of the caller's tenant. */
const writes = ({ kind, method }: (typeof operations)[OperationName]): boolean =>
  kind !== 'query' && kind !== 'file' && method !== 'GET';

/**
 * Mounts one operation of the contracts: its method, path and schemas come from the table, the caller is held
 * to its rule before the body is validated, and the answer is checked against its schema on the way out.
 */
export function route<Name extends OperationName>(
  app: FastifyInstance,
  name: Name,
  handle: (call: Call<Name>) => Promise<Answer<Name>> | Answer<Name>,
  { ahead, answersRepeats = false, ...options }: Options = {},
): void {
  const operation: (typeof operations)[OperationName] = operations[name];
  const status = 'status' in operation ? operation.status : 200;
  const callers = new WeakMap<FastifyRequest, Admitted | undefined>();
  const isHeld = (caller: Admitted | undefined) => caller?.isMoving === true && writes(operation);
  const mayRepeat = (request: FastifyRequest) =>
    answersRepeats && operation.kind === 'command' && callersKeyOf(request) !== undefined;
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    ...options,
    config: {
      ...options.config,
      operation: name,
      ...('fieldCodes' in operation ? { fieldCodes: operation.fieldCodes } : {}),
      ...('tooLarge' in operation ? { tooLarge: operation.tooLarge } : {}),
      ...(operation.kind === 'upload' ? { spools: true } : {}),
    },
    schema: {
      ...('params' in operation ? { params: operation.params } : {}),
      ...('query' in operation ? { querystring: operation.query } : {}),
      ...('body' in operation ? { body: operation.body } : {}),
      ...('answer' in operation ? { response: { [status]: operation.answer } } : {}),
    },
    onRequest: async (request) => {
      const caller = await callerOf(app, name, request, ahead);
      if (isHeld(caller) && !mayRepeat(request)) throw new Refusal('TENANT_MOVING');
      callers.set(request, caller);
    },
    preValidation: (request, _reply, done) => {
      const body = withBlankTexts(request.body);
      request.body = 'emptyIsAbsent' in operation ? withoutEmpty(body) : body;
      request.query = withBlankTexts({ ...(request.query as object) });
      done();
    },
    handler: async (request, reply) => {
      // What a command is recorded with is either so or refused; queries ignore the location.
      const wrong = operation.kind === 'command' ? locationErrorsOf(request) : [];
      if (wrong.length > 0) throw new Refusal('GEOLOCATION_VALIDATION_ERROR', { fieldErrors: wrong });
      const call = {
        operation: name,
        principal: callers.get(request)?.principal,
        params: request.params,
        query: request.query,
        body: request.body,
        client: clientContextOf(request),
        isHeld: isHeld(callers.get(request)),
        idempotencyKey: keyOf(request),
        request,
        reply,
      };
      void reply.code(status).header('cache-control', 'no-store');
      const answer = await handle(call as Call<Name>);
      request.verifiedClaims ??= openedBy(answer);
      return answer;
    },
  });
}
