import { z } from 'zod';

import {
  newAccountName,
  deadlineDays,
  emailDomain,
  faceSimilarity,
  identifier,
  newDomain,
  primaryColor,
  reminders,
  requirements,
  sha256,
  timestamp,
  totemLanguage,
} from '../../fields.ts';
import { MAX_DISPLAY_NAME_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, minPosition } from '../shapes/index.ts';
import { imageBase64, imageUpload } from './user-operations.ts';

/** Paths under `/api`, public; they change with the image. */
const images = { logoUrl: z.string().nullable(), backgroundUrl: z.string().nullable() };

const settingsView = z
  .object({
    /** What people are shown; by default what the tenant was registered as. */
    displayName: z.string(),
    primaryColor: z.string().nullable(),
    /** Days that a new process gives to sign, unless it says otherwise; null gives no deadline. */
    deadlineDays: z.number().int().nullable(),
    reminders: reminders.nullable(),
    /** What participants of a new process must show, unless it says otherwise. */
    requirements,
    /** How alike a face must be to be recognised, of 100. */
    faceSimilarity: z.number().int(),
    /** Persons may share an e-mail or a mobile number; those who share one take part in no process together. */
    sharedContacts: z.boolean(),
    /** Who signs is offered a translation to Libras, the Brazilian sign language. */
    signLanguage: z.boolean(),
    /** Where chosen texts are then sent; null where the installation offers no translation. */
    signLanguageHost: z.string().nullable(),
    totemLanguage,
    ...images,
  })
  .meta({ id: 'TenantSettings' });

export const brandingView = z
  .object({ domain: z.string(), name: z.string(), primaryColor: z.string().nullable(), ...images })
  .meta({ id: 'TenantBranding' });

const domainView = z
  .object({
    domain: z.string(),
    kind: z.enum(['login', 'email']),
    /** The address that people are shown. */
    primary: z.boolean(),
    addedAt: timestamp,
  })
  .meta({ id: 'TenantDomain' });

export const tenantOperations = defineOperations({
  tenantSettings: {
    tag: 'Conta',
    summary: 'Configurações da conta',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    query: minPosition.strict(),
    answer: settingsView,
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  editTenantSettings: {
    tag: 'Conta',
    summary: 'Altera as configurações da conta e suas imagens; o que não vem fica como está',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    body: z
      .strictObject({
        settings: z
          .strictObject({
            displayName: newAccountName('o nome de exibição', MAX_DISPLAY_NAME_LENGTH).nullable().optional(),
            primaryColor: primaryColor.nullable().optional(),
            deadlineDays: deadlineDays.nullable().optional(),
            reminders: reminders.nullable().optional(),
            requirements: requirements.nullable().optional(),
            faceSimilarity: faceSimilarity.nullable().optional(),
            sharedContacts: z.boolean().nullable().optional(),
            signLanguage: z.boolean().nullable().optional(),
            totemLanguage: totemLanguage.nullable().optional(),
          })
          .default({}),
        uploads: z
          .array(
            imageUpload('logo', 'bg').extend({
              base64: imageBase64.nullable().meta({ description: 'null tira a imagem que havia' }),
            }),
          )
          .max(2)
          .refine(
            (all) => new Set(all.map(({ name }) => name)).size === all.length,
            'Cada imagem vem uma vez',
          )
          .default([]),
      })
      .meta({ id: 'EditTenantSettings' }),
    tooLarge: 'FILE_SIZE_HIGGER_2MB',
    answer: acknowledged,
    errors: [
      'UPLOAD_NOT_ALLOWED_FILES',
      'FILE_SIZE_HIGGER_2MB',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  tenantImage: {
    tag: 'Conta',
    summary: 'Logotipo ou fundo de uma conta, para a página de acesso',
    allow: 'anyone',
    kind: 'file',
    mediaType: 'image/*',
    params: z.strictObject({ tenantId: identifier, sha256 }),
    errors: ['TENANT_NOT_FOUND'],
  },
  listDomains: {
    tag: 'Conta',
    summary: 'Endereços de acesso e domínios de email autorizados da conta',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    query: minPosition.strict(),
    answer: z.object({ items: z.array(domainView) }),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  addDomain: {
    tag: 'Conta',
    summary: 'Acrescenta um endereço de acesso ou autoriza um domínio de email',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    status: 201,
    body: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('login'), domain: newDomain }),
        z.strictObject({ kind: z.literal('email'), domain: emailDomain }),
      ])
      .meta({ id: 'AddDomain' }),
    answer: acknowledged,
    errors: [
      'DOMAIN_NOT_AVAILABLE',
      'TOO_MANY_DOMAINS',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  removeDomain: {
    tag: 'Conta',
    summary: 'Retira um endereço de acesso ou um domínio de email',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    params: z.strictObject({ domain: z.string().trim().toLowerCase().max(253) }),
    answer: acknowledged,
    errors: ['DOMAIN_NOT_FOUND', 'DOMAIN_REQUIRED', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
});
