import { z } from 'zod';

import { identifier } from '../../fields.ts';
import { signerGroupFields } from '../../templates.ts';
import { defineOperations } from '../operation.ts';
import { acknowledged, listOf, listQuery, minPosition, signerGroup } from '../shapes/index.ts';

const groupParams = z.strictObject({ signerGroupId: identifier });
const OF_GROUPS = ['GROUP_NOT_FOUND', 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'] as const;
/** Why the members of a group are refused. */
const OF_MEMBERS = [
  'SINGLE_ITEM_GROUP',
  'DIFFERENT_GROUP_TYPE',
  'AT_REQUEST_NOT_ALLOWED',
  'PERSON_NOT_FOUND',
] as const;

export const signerGroupOperations = defineOperations({
  createSignerGroup: {
    tag: 'Grupos',
    summary: 'Cria um grupo de ao menos duas pessoas com a mesma participação',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    status: 201,
    body: signerGroupFields.meta({ id: 'CreateSignerGroup' }),
    answer: acknowledged.extend({ signerGroupId: identifier }),
    errors: [...OF_MEMBERS, 'AUTH_USER_WITHOUT_PERMISSION', 'CLASS_VALIDATION_ERROR'],
  },
  editSignerGroup: {
    tag: 'Grupos',
    summary: 'Substitui os dados de um grupo',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: groupParams,
    body: signerGroupFields.meta({ id: 'EditSignerGroup' }),
    answer: acknowledged,
    errors: [...OF_GROUPS, ...OF_MEMBERS],
  },
  removeSignerGroup: {
    tag: 'Grupos',
    summary: 'Remove um grupo; as pessoas ficam',
    allow: 'stewards',
    scope: 'registers',
    kind: 'command',
    params: groupParams,
    answer: acknowledged,
    errors: [...OF_GROUPS],
  },
  listSignerGroups: {
    tag: 'Grupos',
    summary: 'Grupos de pessoas, com busca por nome',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    query: listQuery.strict(),
    answer: listOf(signerGroup),
    errors: ['AUTH_USER_WITHOUT_PERMISSION'],
  },
  getSignerGroup: {
    tag: 'Grupos',
    summary: 'Um grupo de pessoas',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    params: groupParams,
    query: minPosition.strict(),
    answer: signerGroup,
    errors: [...OF_GROUPS],
  },
});
