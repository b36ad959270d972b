import { Refusal } from '@lacre/http';

import { defineRoute } from '../../define-route.ts';
import { lookedUp } from '../../lookup/look-ups.ts';

export const route = defineRoute(
  'lookUpCep',
  async ({ principal, params: { cep } }, { attempts, lookUps }) => {
    await attempts.count('lookUpPerUser', principal.sub);
    const found = await lookedUp(lookUps.cep, cep, 'CEP_SEARCH_ERROR');
    if (found === undefined) throw new Refusal('EMPTY_CEP_SEARCH');
    return found;
  },
);
