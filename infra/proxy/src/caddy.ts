import { LONGEST_SECONDS, MAX_BODY_MB } from './bodies.ts';
import {
  isLiteral,
  ITI_QUESTION,
  patternOf,
  PREFIXES,
  REST,
  services,
  type Place,
  type RouteTable,
} from './route-table.ts';

const lineOf = (input: string, service: string): string => `    ${input} ${service}`;
const method = (name: string): string => (name === 'GET' ? '(?:GET|HEAD)' : name);

const byPath = ({ path, service }: Place): string => lineOf(`"~^[A-Z]+ ${patternOf(path)}$"`, service);
const byMethod = (place: Place & { method: string }): string =>
  lineOf(`"~^${method(place.method)} ${patternOf(place.path)}$"`, place.service);
const byPrefix = ({ prefix, service }: (typeof PREFIXES)[number]): string =>
  lineOf(`"~^[A-Z]+ ${patternOf(prefix)}"`, service);

const proxyTo = (service: string): string => `  reverse_proxy @${service} {$LACRE_${service.toUpperCase()}} {
    import lacre_transport
  }`;

/** A snippet to \`import\` at the top of a Caddyfile: \`import lacre_routes\` then sends what a site gets to the services. */
export function caddyRoutes({ byPath: alone, byMethod: shared }: RouteTable): string {
  // The first that fits is taken: those with fewer parameters come first.
  const literal = alone.filter(({ path }) => isLiteral(path));
  const others = alone.filter(({ path }) => !isLiteral(path));
  return `(lacre_transport) {
  header_up -X-Forwarded-Host
  header_up -Forwarded
  # An answer passes as it comes.
  flush_interval -1
  lb_try_duration 5s
  transport http {
    dial_timeout 5s
    read_timeout ${LONGEST_SECONDS}s
    write_timeout ${LONGEST_SECONDS}s
  }
}

(lacre_routes) {
  request_body {
    max_size ${MAX_BODY_MB}MiB
  }
  map "{method} {path}" {lacre_service} {
${[...literal.map(byPath), ...shared.map(byMethod), ...others.map(byPath), ...PREFIXES.map(byPrefix)].join('\n')}
    default ${REST}
  }
  @iti {
    path ${ITI_QUESTION.path}
    query ${ITI_QUESTION.parameter}=${ITI_QUESTION.mediaType}
  }
  reverse_proxy @iti {$LACRE_${ITI_QUESTION.service.toUpperCase()}} {
    import lacre_transport
  }
${services.map((service) => `  @${service} vars {lacre_service} ${service}\n${proxyTo(service)}`).join('\n')}
}
`;
}
