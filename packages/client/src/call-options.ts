import type { BodyOf, Operations, ParamsOf, QueryOf } from '@lacre/contracts';
import type { OperationName, paths } from '@lacre/contracts/paths';

type Part<Key extends string, Value> = [Value] extends [never] ? unknown : Record<Key, Value>;
type OptionalPart<Key extends string, Value> = [Value] extends [never]
  ? unknown
  : Partial<Record<Key, Value>>;

/** Operations whose body is a file: `uploadDocument`, `uploadWordTemplate`, `validateDocument`, `createPersonBatch`. */
export type FileTaker = {
  [Name in OperationName]: Operations[Name] extends { kind: 'upload' } | { file: string } ? Name : never;
}[OperationName];

/** Operations that answer with bytes: `downloadSealed`, `downloadArchive` and others. */
export type FileGiver = {
  [Name in OperationName]: Operations[Name] extends { kind: 'file' } ? Name : never;
}[OperationName];

/** Queries whose answer waits until it has seen a position of the log. */
export type PositionTaker = {
  [Name in OperationName]: [QueryOf<Name>] extends [never]
    ? never
    : 'min-position' extends keyof QueryOf<Name>
      ? Name
      : never;
}[OperationName];

/** What does something at each request, however often the same is asked: a code sent, a session opened. */
export type Unrepeatable = {
  [Name in OperationName]: Operations[Name] extends { kind: 'session' }
    ? (typeof paths)[Name]['method'] extends 'GET'
      ? never
      : Name
    : never;
}[OperationName];

interface SentFile {
  /** With its name, as a `File`, or with `fileName` beside it. */
  file: Blob;
  fileName?: string;
  /** Further fields of the form, as the `password` of a PDF that asks for one. */
  fields?: Readonly<Record<string, string>>;
}

/** How a call goes, whatever it is called with. */
interface Manner {
  /** Gives the call up: it ends in an `AbortError`. What the server may have done by then stays done. */
  signal?: AbortSignal | undefined;
  /**
   * One for each intention, the same for every repetition of it, a later run of the program included: the server acts
   * on it once. 1 to 200 characters. Without it every call is an intention of its own, and its repetitions by this
   * client are one with it.
   */
  idempotencyKey?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Longest wait for one answer, milliseconds. */
  timeoutMs?: number | undefined;
}

/** What an operation is called with: its path parameters, query, body or file as the contracts say. */
export type CallOptions<Name extends OperationName> = Part<'params', ParamsOf<Name>> &
  Part<'body', BodyOf<Name>> &
  OptionalPart<'query', QueryOf<Name>> &
  (Name extends FileTaker ? SentFile : unknown) &
  Manner;

/** Arguments after the operation's name: none need be given where nothing is asked for. */
export type CallArguments<Name extends OperationName> =
  object extends CallOptions<Name> ? [CallOptions<Name>?] : [CallOptions<Name>];

/** The same without the contracts' word on it, as the client itself handles it. */
export interface LooseOptions extends Manner, Partial<SentFile> {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  body?: unknown;
}
