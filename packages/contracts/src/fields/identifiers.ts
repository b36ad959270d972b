import { z } from 'zod';

import { isValidCnpj, isValidCpf, stripCnpj, stripCpf, stripZip } from '../brazil/index.ts';
import { VALIDATION_CODE_LENGTH } from '../limits.ts';

/**
 * What names or identifies something. What a Brazilian identifier is cannot be said by a pattern alone: it is named by a
 * `format` of its own (JSON Schema 2020-12, validation, 7.2.3).
 */

/** A UUID in either case (RFC 9562, 4), kept in lower case: streams and rows are named so. */
export const identifier = z.uuid('Identificador inválido').toLowerCase();
export const cpf = z
  .string('Informe o CPF')
  .refine(isValidCpf, 'CPF inválido')
  .transform((text) => stripCpf(text) ?? text)
  .meta({ format: 'cpf' });
export const cnpj = z
  .string('Informe o CNPJ')
  .refine(isValidCnpj, 'CNPJ inválido')
  .transform((text) => stripCnpj(text) ?? text)
  .meta({ format: 'cnpj' });

/** PIS, PASEP or NIT: 11 digits, with or without formatting; kept as digits. */
export const pis = z
  .string()
  .transform((text) => text.replaceAll(/[\s.-]/g, ''))
  .refine((digits) => /^\d{11}$/.test(digits), 'PIS inválido')
  .meta({ format: 'pis' });

export const zip = z
  .string()
  .refine((text) => stripZip(text) !== null, 'CEP inválido')
  .transform((text) => stripZip(text) ?? text)
  .meta({ format: 'cep' });

export const sha256 = z.string().regex(/^[\da-f]{64}$/, 'Hash inválido');

/** Names one history of the log, at random: a log that is restored or moved on purpose begins another. */
export const epoch = z.string().regex(/^[\da-f]{8}$/, 'Época inválida');
/**
 * Position of an event in the log, with the epoch it is of: opaque to clients. Those without one were given out before
 * there were epochs.
 */
export const position = z.string().regex(/^(?:[\da-f]{8}\.)?\d{1,20}(?:\/\d{1,20})?$/, 'Posição inválida');

/** `processId:number` — carries its process, so that deciding on a signature needs no index. */
export const signatureId = z
  .string()
  .regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:\d{1,5}$/, 'Assinatura inválida');
export const processIdOf = (id: string): string => id.slice(0, id.indexOf(':'));

const VALIDATION_CODE = new RegExp(`^[0-9A-HJKMNP-TV-Z]{${VALIDATION_CODE_LENGTH}}$`);

/** Letters and digits in groups of four, as printed; typed in any case and with or without hyphens. */
export const validationCode = z
  .string('Informe o código de validação')
  .max(40)
  .transform((text) =>
    text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
  )
  .refine((text) => VALIDATION_CODE.test(text), 'Código de validação inválido')
  .transform((text) => text.replaceAll(/(.{4})(?=.)/g, '$1-'))
  .meta({ format: 'validation-code' });

/** What an upload, or a template that was filled, is vouched for with; who took which role makes the longest. */
export const uploadProof = z.string().max(8192);
