import { LONGEST_SECONDS, MAX_BODY_MB } from './bodies.ts';
import {
  isLiteral,
  ITI_QUESTION,
  patternOf,
  PREFIXES,
  REST,
  type Place,
  type RouteTable,
} from './route-table.ts';

const groupOf = (service: string): string => `lacre_${service}`;
/** Compared without regard to case where it is no expression; the service is case-sensitive. */
const lineOf = (input: string, service: string): string => `  ${input} ${groupOf(service)};`;

const byPath = ({ path, service }: Place): string =>
  lineOf(isLiteral(path) ? path : `~^${patternOf(path)}$`, service);
const byMethod = ({ path, method, service }: Place & { method: string }): string =>
  lineOf(isLiteral(path) ? `"${method} ${path}"` : `"~^${method} ${patternOf(path)}$"`, service);
const byPrefix = ({ prefix, service }: (typeof PREFIXES)[number]): string =>
  lineOf(`~^${patternOf(prefix)}`, service);

/** For the `http` block: `$lacre_upstream` is the group of servers (`lacre_command` …) that a request belongs to. */
export function nginxRoutes({ byPath: alone, byMethod: shared }: RouteTable): string {
  const media = ITI_QUESTION.mediaType.replaceAll('/', '(?:/|%2f)').replaceAll('+', '(?:[+]|%2b)');
  return `map_hash_max_size 4096;
map_hash_bucket_size 256;

map $request_method $lacre_method {
  default $request_method;
  HEAD GET;
}
# As it was sent: no part of a path becomes a slash by being decoded.
map $request_uri $lacre_path {
  "~^(?<lacre_sent_path>[^?]*)" $lacre_sent_path;
}
map "$lacre_path $arg_${ITI_QUESTION.parameter}" $lacre_upstream {
  default $lacre_by_path;
  "~*^${ITI_QUESTION.path} ${media}$" ${groupOf(ITI_QUESTION.service)};
}
map $lacre_path $lacre_by_path {
  default $lacre_by_method;
${alone.map(byPath).join('\n')}
}
map "$lacre_method $lacre_path" $lacre_by_method {
  default $lacre_by_prefix;
${shared.map(byMethod).join('\n')}
}
map $lacre_path $lacre_by_prefix {
  default ${groupOf(REST)};
${PREFIXES.map(byPrefix).join('\n')}
}
`;
}

/** For the \`server\` block. */
export function nginxServer(): string {
  return `# A service that reads a body counts its bytes and says when it is too large.
client_max_body_size ${MAX_BODY_MB}m;
client_body_timeout 60s;

location / {
  proxy_pass http://$lacre_upstream;
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_set_header X-Forwarded-Proto $scheme;
  proxy_set_header X-Forwarded-Host "";
  proxy_set_header Forwarded "";
  # Uploads and downloads pass as they come, and are kept on no disk of the proxy.
  proxy_request_buffering off;
  proxy_max_temp_file_size 0;
  proxy_send_timeout ${LONGEST_SECONDS}s;
  proxy_read_timeout ${LONGEST_SECONDS}s;
  proxy_connect_timeout 5s;
  proxy_next_upstream error timeout;
  proxy_next_upstream_tries 3;
}
`;
}
