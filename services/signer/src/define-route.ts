import { routesOver } from '@lacre/http';

import type { RouteContext } from './dependencies.ts';

/** An operation of this service, in the file under `routes` that is named after it. */
export const defineRoute = routesOver<RouteContext>();
