import { z } from 'zod';

import { domain, email, identifier, newAccountName, newDomain, newName, password } from '../../fields.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, credits, currentUser, minPosition, session } from '../shapes/index.ts';
import { brandingView } from './tenant-operations.ts';

export const identityOperations = defineOperations({
  registerTenant: {
    tag: 'Conta',
    summary: 'Cria uma conta com seu administrador',
    allow: 'anyone',
    kind: 'command',
    status: 201,
    body: z
      .strictObject({
        tenant: z.strictObject({ name: newAccountName('o nome da conta'), domain: newDomain }),
        administrator: z.strictObject({ name: newName('seu nome'), email, password }),
      })
      .meta({ id: 'RegisterTenant' }),
    answer: acknowledged.extend({ tenantId: identifier, userId: identifier }),
    errors: [
      'EMAIL_NOT_AVAILABLE',
      'DOMAIN_NOT_AVAILABLE',
      'AUTH_PASSWORD_VALIDATION',
      'CLASS_VALIDATION_ERROR',
      'TOO_MANY_REQUESTS',
    ],
  },
  signIn: {
    tag: 'Acesso',
    summary: 'Entra com email e senha; deixa a sessão num cookie HttpOnly e devolve o token de acesso',
    allow: 'anyone',
    kind: 'session',
    body: z.strictObject({
      email,
      password: z.string('Campo obrigatório').min(1, 'Campo obrigatório').max(128),
    }),
    answer: session,
    errors: [
      'INVALID_CREDENTIALS',
      'AUTH_USER_INACTIVE',
      'TENANT_INACTIVE',
      'TENANT_MOVING',
      'TENANT_MOVED',
      'TOO_MANY_REQUESTS',
    ],
  },
  refreshSession: {
    tag: 'Acesso',
    summary: 'Troca o cookie da sessão por um novo token de acesso',
    allow: 'anyone',
    kind: 'session',
    cookie: 'lacre_session',
    answer: session,
    errors: [
      'AUTH_NO_TOKEN_PROVIDED',
      'AUTH_TOKEN_VALIDATION_ERROR',
      'AUTH_USER_INACTIVE',
      'TENANT_INACTIVE',
      'TENANT_MOVED',
    ],
  },
  signOut: {
    tag: 'Acesso',
    summary: 'Encerra a sessão',
    allow: 'anyone',
    kind: 'session',
    cookie: 'lacre_session',
    status: 204,
    errors: [],
  },
  currentUser: {
    tag: 'Acesso',
    summary: 'Quem está usando a API',
    allow: 'any-user',
    scope: 'read',
    kind: 'query',
    query: minPosition,
    answer: currentUser,
    errors: ['AUTH_USER_NOT_FOUND'],
  },
  tenantBranding: {
    tag: 'Conta',
    summary: 'Nome, cor e imagens da conta que entra por um endereço de acesso',
    allow: 'anyone',
    kind: 'query',
    params: z.strictObject({ domain }),
    answer: brandingView,
    errors: ['TENANT_NOT_FOUND', 'TENANT_MOVED'],
  },
  tenantCredits: {
    tag: 'Conta',
    summary: 'Saldo de créditos da conta',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    query: minPosition,
    answer: credits,
    errors: [],
  },
});
