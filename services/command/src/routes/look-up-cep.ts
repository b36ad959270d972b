import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { lookedUp } from '../lookup/look-ups.ts';
import type { CommandService } from '../service.ts';

export function lookUpCep(app: FastifyInstance, { attempts, lookUps }: CommandService): void {
  route(app, 'lookUpCep', async ({ principal, params: { cep } }) => {
    await attempts.count('lookUpPerUser', principal.sub);
    const found = await lookedUp(lookUps.cep, cep, 'CEP_SEARCH_ERROR');
    if (found === undefined) throw new Refusal('EMPTY_CEP_SEARCH');
    return found;
  });
}
