import { Refusal, route } from '@lacre/http';
import type { FastifyInstance } from 'fastify';

import { lookedUp } from '../lookup/look-ups.ts';
import type { CommandService } from '../service.ts';

export function lookUpCnpj(app: FastifyInstance, { attempts, lookUps }: CommandService): void {
  route(app, 'lookUpCnpj', async ({ principal, params: { cnpj } }) => {
    await attempts.count('lookUpPerUser', principal.sub);
    const found = await lookedUp(lookUps.cnpj, cnpj, 'EMPTY_CNPJ_SEARCH');
    if (found === undefined) throw new Refusal('CNPJ_DATA_NOT_FOUND');
    return found;
  });
}
