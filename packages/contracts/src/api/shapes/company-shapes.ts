import { z } from 'zod';

import {
  companyFields,
  identifier,
  personFields,
  position,
  registeredCompany,
  timestamp,
} from '../../fields.ts';

/** Answers about companies and persons, and what the registers say. */

export const company = z
  .object({
    companyId: identifier,
    cnpj: z.string(),
    ...companyFields.shape,
    /** Null when it has none, or none that is still registered. */
    parentCompany: z.object({ companyId: identifier, companyName: z.string(), cnpj: z.string() }).nullable(),
    /** Those of `defaultSignatoryIds` who are still registered, in that order. */
    defaultSignatories: z.array(
      z.object({ personId: identifier, name: z.string(), cpf: z.string(), email: z.string() }),
    ),
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Company' });

export const person = z
  .object({
    personId: identifier,
    cpf: z.string(),
    ...personFields.shape,
    createdAt: timestamp,
    editedAt: timestamp,
  })
  .meta({ id: 'Person' });

/** What the federal register says of a CNPJ; what is absent it does not say. */
export const companyRegistration = z
  .object({
    cnpj: z.string(),
    ...registeredCompany.shape,
    /** In the register's words: `ATIVA`, `BAIXADA`. */
    registryStatus: z.string().optional(),
  })
  .meta({ id: 'CompanyRegistration' });

export const postalAddress = z
  .object({
    zip: z.string(),
    address: z.string().optional(),
    district: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    country: z.string(),
  })
  .meta({ id: 'PostalAddress' });

export const place = z
  .object({
    latitude: z.string(),
    longitude: z.string(),
    country: z.string().nullable(),
    state: z.string().nullable(),
    city: z.string().nullable(),
  })
  .meta({ id: 'Place' });

/** Of a file of persons: who it creates, line by line, and what is wrong with it. */
export const personBatch = z
  .object({
    /** Null when nothing was stored. */
    position: position.nullable(),
    dryRun: z.boolean(),
    total: z.number().int(),
    persons: z.array(
      z.object({
        /** In the file, from 1. */
        line: z.number().int(),
        /** Null while they are not created. */
        personId: identifier.nullable(),
        cpf: z.string(),
        name: z.string(),
        email: z.string(),
      }),
    ),
    /** Only of a preview: without `dryRun` they refuse the file. */
    errors: z.array(z.object({ line: z.number().int(), field: z.string(), message: z.string() })),
  })
  .meta({ id: 'PersonBatch' });
