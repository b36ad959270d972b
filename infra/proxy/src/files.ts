import { caddyRoutes } from './caddy.ts';
import { gatewayRoutes } from './gateway-api.ts';
import { nginxRoutes, nginxServer } from './nginx.ts';
import { routedOperations, routeTable } from './route-table.ts';
import { traefikRoutes } from './traefik.ts';

const NOTICE = '# Made from the contracts by `npm run proxy`; changes here are lost.\n';

/** Every generated file by its path in `infra`. */
export function proxyFiles(): Map<string, string> {
  const routed = routedOperations();
  const table = routeTable(routed);
  const nginx = [
    ['lacre-routes.conf', nginxRoutes(table)],
    ['lacre-server.conf', nginxServer()],
  ] as const;
  const made: [string, string][] = [
    ...nginx.map(([name, text]): [string, string] => [`proxy/nginx/${name}`, text]),
    // Helm reads no file outside a chart.
    ...nginx.map(([name, text]): [string, string] => [`chart/files/${name}`, text]),
    ['proxy/caddy/lacre-routes.caddy', caddyRoutes(table)],
    ['proxy/traefik/lacre-routes.yaml', traefikRoutes(routed)],
    ['proxy/gateway-api/lacre-routes.yaml', gatewayRoutes(routed)],
  ];
  return new Map(made.map(([path, text]) => [path, `${NOTICE}${text}`]));
}
