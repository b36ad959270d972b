import { z } from 'zod';

import {
  companyIds,
  cpf,
  email,
  identifier,
  line,
  newName,
  mobile,
  password,
  role,
  searchText,
  timestamp,
} from '../../fields.ts';
import { MAX_EXTERNAL_ID_LENGTH } from '../../limits.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, minPosition } from '../shapes/index.ts';

/** A user of the tenant as those who run it see them. */
const user = z
  .object({
    uid: identifier,
    name: z.string(),
    email: z.string(),
    role,
    active: z.boolean(),
    cpf: z.string().nullable(),
    externalId: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    /** Path under `/api` of their picture, for those signed in; it changes with the picture. */
    photoURL: z.string().nullable(),
    /** What a common user reaches; of no meaning to other roles. */
    companyIds: z.array(identifier),
    /** pending: they were asked to join and have no password yet. */
    invitation: z.enum(['pending', 'accepted']),
  })
  .meta({ id: 'User' });

const listedUser = user
  .extend({ createdAt: timestamp, lastSignedInAt: timestamp.nullable() })
  .meta({ id: 'ListedUser' });

/** A form's empty field says that there is nothing. */
const emptiable = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([schema, z.literal('').transform(() => null), z.null()], {
      // What is wrong with what was given, and not that it is neither this nor nothing.
      error: ({ errors }) => errors[0]?.[0]?.message,
    })
    .optional();

const details = {
  cpf: emptiable(cpf),
  externalId: emptiable(line('o código externo', MAX_EXTERNAL_ID_LENGTH)),
  phoneNumber: emptiable(mobile),
};

/** An image in base64, with or without the `data:` prefix that browsers put before it. */
export const imageBase64 = z.string().max(12_000_000);
export const imageUpload = <const Name extends string>(...names: readonly Name[]) =>
  z.strictObject({ name: z.enum(names), base64: imageBase64 });

/** A user is sent back whole, as it was read: what no edit changes is taken and left as it is. */
const untouched = z.unknown().optional().meta({ description: 'Como foi lido: aceito, e não muda por aqui' });
const READ_ONLY = {
  photoURL: untouched,
  invitation: untouched,
  createdAt: untouched,
  lastSignedInAt: untouched,
  tenant: untouched,
  position: untouched,
  displayName: untouched,
  emailVerified: untouched,
};

const userParams = z.strictObject({ uid: identifier });
const EDITING = [
  'AUTH_USER_NOT_FOUND',
  'AUTH_PERMISSION_EDIT_ADMIN_USER',
  'AUTH_CANNOT_CHANGE_ROLE',
  'AUTH_USER_NOT_ADMIN',
  'AUTH_USER_DATA_VALIDATION',
  'AUTH_USER_UPDATE_ERROR',
  'EMAIL_NOT_AVAILABLE',
  'PHONENUMBER_NOT_AVAILABLE',
  'AUTH_USER_WITHOUT_PERMISSION',
  'CLASS_VALIDATION_ERROR',
] as const;

export const userOperations = defineOperations({
  createUser: {
    tag: 'Usuários',
    summary: 'Cria um usuário e o convida por email a escolher a senha',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    status: 201,
    emptyIsAbsent: true,
    body: z
      .strictObject({
        user: z.strictObject({
          name: newName('o nome'),
          email,
          role: role.default('common'),
          active: z.boolean().default(true),
          companyIds: companyIds.default([]),
          ...details,
        }),
      })
      .meta({ id: 'CreateUser' }),
    answer: acknowledged.extend(user.shape),
    errors: [
      'AUTH_METHOD_NOT_ALLOWED',
      'AUTH_CANNOT_CHANGE_ROLE',
      'AUTH_USER_NOT_ADMIN',
      'AUTH_USER_DATA_VALIDATION',
      'EMAIL_NOT_AVAILABLE',
      'PHONENUMBER_NOT_AVAILABLE',
      'EMAIL_NOT_VERIFIED',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  editUser: {
    tag: 'Usuários',
    summary:
      'Altera um usuário; o que não vem fica como está. Cada um altera o próprio nome, telefone e foto',
    allow: 'self-or-stewards',
    scope: 'account',
    kind: 'command',
    params: userParams,
    body: z
      .strictObject({
        user: z.strictObject({
          uid: identifier.optional(),
          name: newName('o nome').optional(),
          email: email.optional(),
          role: role.optional(),
          active: z.boolean().optional(),
          companyIds: companyIds.optional(),
          ...details,
          ...READ_ONLY,
        }),
        /** The picture as it was read; null takes it away when no new one comes in `uploads`. */
        avatar: z.string().max(2_000).nullable().optional(),
        uploads: z.array(imageUpload('avatar')).max(1).default([]),
      })
      .meta({ id: 'EditUser' }),
    tooLarge: 'FILE_SIZE_HIGGER_2MB',
    answer: acknowledged.extend(user.shape),
    errors: [...EDITING, 'AUTH_METHOD_NOT_ALLOWED', 'UPLOAD_NOT_ALLOWED_FILES', 'FILE_SIZE_HIGGER_2MB'],
  },
  removeUser: {
    tag: 'Usuários',
    summary: 'Remove um usuário; o que ele fez permanece. Um token de API não remove: inativa (editUser)',
    allow: 'stewards-in-person',
    kind: 'command',
    params: userParams,
    answer: acknowledged,
    errors: [
      'AUTH_TOKEN_REVOKED',
      'RECENT_SIGN_IN_REQUIRED',
      'AUTH_USER_NOT_FOUND',
      'AUTH_PERMISSION_EDIT_ADMIN_USER',
      'AUTH_USER_DATA_VALIDATION',
      'AUTH_USER_UPDATE_ERROR',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
  inviteUser: {
    tag: 'Usuários',
    summary: 'Convida de novo quem ainda não escolheu a senha; o convite anterior deixa de valer',
    allow: 'stewards',
    scope: 'account',
    kind: 'command',
    status: 202,
    params: userParams,
    answer: acknowledged,
    errors: [
      'AUTH_USER_NOT_FOUND',
      'AUTH_USER_INACTIVE',
      'INVITATION_ALREADY_ACCEPTED',
      'EMAIL_NOT_VERIFIED',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
    ],
  },
  acceptInvitation: {
    tag: 'Acesso',
    summary: 'Escolhe a primeira senha pelo convite recebido',
    allow: 'anyone',
    kind: 'session',
    body: z
      .strictObject({ invitation: z.string().min(1).max(4_096), password })
      .meta({ id: 'AcceptInvitation' }),
    answer: acknowledged.extend({ email: z.string(), domain: z.string() }),
    errors: [
      'INVITATION_INVALID',
      'AUTH_PASSWORD_VALIDATION',
      'AUTH_USER_INACTIVE',
      'AUTH_USER_UPDATE_ERROR',
      'TENANT_INACTIVE',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'TOO_MANY_REQUESTS',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  listUsers: {
    tag: 'Usuários',
    summary: 'Usuários por papel, com busca por nome ou email',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    query: minPosition.extend({ search: searchText.optional() }).strict(),
    answer: z.object({
      administrators: z.array(listedUser),
      managers: z.array(listedUser),
      commonUsers: z.array(listedUser),
      totems: z.array(listedUser),
      total: z.number().int(),
    }),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  companyUsers: {
    tag: 'Usuários',
    summary: 'Quem tem acesso a uma empresa: administradores, gerentes e os usuários comuns ligados a ela',
    allow: 'stewards',
    scope: 'read',
    kind: 'query',
    params: z.strictObject({ companyId: identifier }),
    query: minPosition.strict(),
    answer: z.object({ items: z.array(listedUser) }),
    errors: ['COMPANY_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION'],
  },
  readAvatar: {
    tag: 'Usuários',
    summary: 'A foto de um usuário da conta',
    allow: 'any-user',
    scope: 'read',
    kind: 'file',
    mediaType: 'image/*',
    params: userParams,
    query: z.strictObject({ v: z.string().max(64).optional() }),
    errors: ['AUTH_USER_NOT_FOUND'],
  },
});
