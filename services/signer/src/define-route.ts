import { routesOver } from '@lacre/http';

import type { SignerContext } from './dependencies.ts';
import type { FaceService } from './face/face-service.ts';
import type { IssuedSeals } from './validate/issued-seals.ts';
import type { RequestBudget } from './validate/request-budget.ts';
import type { SecretGuesses } from './validate/secret-guesses.ts';

/** What this service's operations work with. */
export interface RouteContext extends SignerContext {
  faces: FaceService;
  issued: IssuedSeals;
  /** Validations that an address may ask for. */
  budget: RequestBudget;
  guesses: SecretGuesses;
}

/** An operation of this service, in the file under `routes` that is named after it. */
export const defineRoute = routesOver<RouteContext>();
