import { z } from 'zod';

import { cnpj, latitude, longitude, zip } from '../../fields.ts';
import { defineOperations } from '../operation.ts';
import { companyRegistration, place, postalAddress } from '../shapes/index.ts';

export const lookupOperations = defineOperations({
  lookUpCnpj: {
    tag: 'Consultas',
    summary: 'O que o cadastro público diz de um CNPJ, para preencher o formulário de empresa',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    params: z.strictObject({ cnpj }),
    answer: companyRegistration,
    errors: [
      'EMPTY_CNPJ_SEARCH',
      'CNPJ_DATA_NOT_FOUND',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  lookUpCep: {
    tag: 'Consultas',
    summary: 'O endereço de um CEP, para preencher formulários',
    allow: 'members',
    scope: 'read',
    kind: 'query',
    params: z.strictObject({ cep: zip }),
    answer: postalAddress,
    errors: [
      'EMPTY_CEP_SEARCH',
      'CEP_SEARCH_ERROR',
      'TOO_MANY_REQUESTS',
      'AUTH_USER_WITHOUT_PERMISSION',
      'CLASS_VALIDATION_ERROR',
    ],
  },
  lookUpPlace: {
    tag: 'Consultas',
    summary:
      'País, estado e cidade de coordenadas, para os cabeçalhos de localização; nulos quando não se sabe',
    allow: 'anyone-signed-in',
    scope: 'read',
    kind: 'query',
    query: z.strictObject({ latitude, longitude }),
    answer: place,
    errors: ['GET_GEOLOCATION_ERROR', 'TOO_MANY_REQUESTS', 'CLASS_VALIDATION_ERROR'],
  },
});
