import type { z } from 'zod';

import type { ErrorCode } from '../errors.ts';
import { paths, type OperationName } from './paths.ts';
import type { RuleName } from './rules.ts';
import type { Scope } from './scopes.ts';

export type Tag =
  | 'Acesso'
  | 'Minha conta'
  | 'Conta'
  | 'Usuários'
  | 'Tokens'
  | 'Totens'
  | 'Empresas'
  | 'Pessoas'
  | 'Privacidade'
  | 'Consultas'
  | 'Modelos'
  | 'Grupos'
  | 'Processos'
  | 'Downloads'
  | 'Assinatura'
  | 'Rosto'
  | 'Integração'
  | 'Validação';

export interface OperationShape {
  tag: Tag;
  summary: string;
  /** Who may call, over what: a row of `rules`. */
  allow: RuleName;
  /** What an API token needs to call it, where the rule lets tokens in. */
  scope?: Scope;
  /** A command stores events, or a draft, and takes an `Idempotency-Key`; the rest changes nothing in the log. */
  kind: 'command' | 'query' | 'session' | 'file' | 'upload';
  status?: 200 | 201 | 202 | 204;
  /** Request headers of its own, in lower case; one that is not optional is required. */
  headers?: z.ZodObject;
  /** The cookie that it reads, which another operation set. */
  cookie?: 'lacre_session' | 'lacre_google' | 'lacre_person_device';
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A form's field that says nothing is as one that is not there (`isEmpty`). */
  emptyIsAbsent?: true;
  /** The error code of a body beyond the limit: only what this code names can have made it so large. */
  tooLarge?: ErrorCode;
  /** Its body is a file of this type, as it is or as the multipart field `file`. */
  file?: 'text/csv';
  answer?: z.ZodType;
  /** Of what an operation of kind `file` answers; a PDF unless it says otherwise. */
  mediaType?:
    | 'application/pdf'
    | 'application/zip'
    | 'image/*'
    | readonly ('text/csv' | 'application/json')[];
  errors: readonly ErrorCode[];
  /**
   * Codes of fields that are missing, empty or not what they must say, by path; `*` stands for one segment. The first
   * that is at fault, in this order, is answered instead of CLASS_VALIDATION_ERROR.
   */
  fieldCodes?: Readonly<Record<string, ErrorCode>>;
}

type Shapes = { [Name in OperationName]?: OperationShape };
type Defined<Given> = {
  [Name in keyof Given & OperationName]: { name: Name } & (typeof paths)[Name] & Given[Name];
};

/** Operations of the API: their places from the path table, their schemas, and the refusals a caller must expect. */
export function defineOperations<const Given extends Shapes>(
  shapes: Given & Record<Exclude<keyof Given, OperationName>, never>,
): Defined<Given> {
  const defined: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries<OperationShape>(shapes))
    defined[name] = { name, ...paths[name as OperationName], ...shape };
  return defined as Defined<Given>;
}
