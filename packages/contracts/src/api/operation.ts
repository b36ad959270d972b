import type { z } from 'zod';

import type { ErrorCode } from '../errors.ts';
import { paths, type OperationName } from './paths.ts';
import type { RuleName } from './rules.ts';

export type Tag =
  | 'Acesso'
  | 'Minha conta'
  | 'Conta'
  | 'Empresas'
  | 'Pessoas'
  | 'Processos'
  | 'Downloads'
  | 'Assinatura'
  | 'Validação';

export interface OperationShape {
  tag: Tag;
  summary: string;
  /** Who may call, over what: a row of `rules`. */
  allow: RuleName;
  /** A command stores events and takes an `Idempotency-Key`; everything else changes nothing in the log. */
  kind: 'command' | 'query' | 'session' | 'file' | 'upload';
  status?: 200 | 201 | 202 | 204;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer?: z.ZodType;
  /** Of what an operation of kind `file` answers; a PDF unless it says otherwise. */
  mediaType?: 'application/pdf' | 'application/zip';
  errors: readonly ErrorCode[];
}

/** One operation of the API: its place from the path table, its schemas, and the refusals a caller must expect. */
export function operation<Name extends OperationName, const Shape extends OperationShape>(
  name: Name,
  shape: Shape,
) {
  return { name, ...paths[name], ...shape };
}
