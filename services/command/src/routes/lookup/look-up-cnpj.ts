import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { lookedUp } from '../../lookup/look-ups.ts';

export const route = defineRoute(
  'lookUpCnpj',
  async ({ principal, params: { cnpj } }, { attempts, lookUps }) => {
    await attempts.count('lookUpPerUser', principal.sub);
    const found = await lookedUp(lookUps.cnpj, cnpj, 'EMPTY_CNPJ_SEARCH');
    if (found === undefined) throw new Refusal('CNPJ_DATA_NOT_FOUND');
    return found;
  },
);
