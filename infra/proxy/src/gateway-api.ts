import { AUTHORITY_EXPRESSION, expressionsOf, PAGE_EXPRESSION } from './expressions.ts';
import { ITI_QUESTION, type Routed, type Service } from './route-table.ts';

/** Limits of `HTTPPathMatch` and `HTTPRoute` (gateway.networking.k8s.io/v1). */
const MAX_LENGTH = 1024;
const PORT = 4400;

interface Match {
  path: string;
  type: 'Exact' | 'RegularExpression';
  method?: string;
  query?: { name: string; value: string };
}

function matchText({ path, type, method, query }: Match): string {
  return [
    `        - path:`,
    `            type: ${type}`,
    `            value: '${path}'`,
    ...(method === undefined ? [] : [`          method: ${method}`]),
    ...(query === undefined
      ? []
      : [
          `          queryParams:`,
          `            - name: ${query.name}`,
          `              value: ${query.value}`,
        ]),
  ].join('\n');
}

const ruleText = (service: Service, matches: readonly Match[]): string => `    - matches:
${matches.map(matchText).join('\n')}
      backendRefs:
        - name: lacre-${service}
          port: ${PORT}`;

/** What each service is sent; no request fits two of them but ITI's question, whose path is an exact one. */
export function gatewayMatches(routed: readonly Routed[]): Map<Service, Match[]> {
  const matches = new Map<Service, Match[]>();
  const add = (service: Service, match: Match) =>
    matches.set(service, [...(matches.get(service) ?? []), match]);
  for (const { service, methods, path } of expressionsOf(routed, MAX_LENGTH))
    for (const method of methods) add(service, { path, type: 'RegularExpression', method });
  const { path, parameter: name, mediaType: value } = ITI_QUESTION;
  add(ITI_QUESTION.service, { path, type: 'Exact', query: { name, value } });
  add('signer', { path: AUTHORITY_EXPRESSION, type: 'RegularExpression' });
  add('page', { path: PAGE_EXPRESSION, type: 'RegularExpression' });
  return matches;
}

/**
 * An HTTPRoute of the Gateway API, for implementations that know `RegularExpression`. No rule rests on the order in which
 * an implementation asks them, which for expressions each chooses itself.
 */
export function gatewayRoutes(routed: readonly Routed[]): string {
  const rules = [...gatewayMatches(routed)].map(([service, matches]) => ruleText(service, matches));
  return `apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: lacre
spec:
  parentRefs:
    - name: lacre
  rules:
${rules.join('\n')}
`;
}
