import { AUTHORITY_EXPRESSION, expressionsOf, PAGE_EXPRESSION, type Expression } from './expressions.ts';
import { ITI_QUESTION, PREFIXES, type Routed } from './route-table.ts';

/** Traefik has no limit; lines stay readable. */
const MAX_LENGTH = 2000;

const quoted = (text: string): string => `\`${text}\``;

/** A rule in the syntax of Traefik 3. */
function traefikRule({ methods, path }: Pick<Expression, 'methods' | 'path'>): string {
  const either = methods.map((each) => `Method(${quoted(each)})`).join(' || ');
  return `(${either}) && PathRegexp(${quoted(path)})`;
}

interface Router {
  name: string;
  rule: string;
  service: string;
  priority: number;
}

function routers(routed: readonly Routed[]): Router[] {
  const counts = new Map<string, number>();
  const operations = expressionsOf(routed, MAX_LENGTH).map((each) => {
    const stem = `lacre-${each.service}-${each.methods[0]?.toLowerCase()}`;
    const count = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, count);
    return { name: `${stem}-${count}`, rule: traefikRule(each), service: each.service, priority: 30 };
  });
  const iti = `Path(${quoted(ITI_QUESTION.path)}) && Query(${quoted(ITI_QUESTION.parameter)}, ${quoted(ITI_QUESTION.mediaType)})`;
  return [
    { name: 'lacre-iti', rule: iti, service: ITI_QUESTION.service, priority: 40 },
    ...operations,
    {
      name: 'lacre-authority',
      rule: `PathRegexp(${quoted(AUTHORITY_EXPRESSION)})`,
      service: 'signer',
      priority: 20,
    },
    { name: 'lacre-page', rule: `PathRegexp(${quoted(PAGE_EXPRESSION)})`, service: 'page', priority: 20 },
    ...PREFIXES.filter(({ prefix }) => prefix === '/api/').map(({ prefix, service }) => ({
      name: 'lacre-rest',
      rule: `PathPrefix(${quoted(prefix)})`,
      service,
      priority: 10,
    })),
  ];
}

/** A file for the file provider: the services it names are the operator's (see the page on installing). */
export function traefikRoutes(routed: readonly Routed[]): string {
  const written = routers(routed).map(
    ({ name, rule, service, priority }) => `    ${name}:
      rule: '${rule}'
      priority: ${priority}
      service: lacre-${service}`,
  );
  return `http:
  routers:
${written.join('\n')}
`;
}
