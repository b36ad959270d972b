import type { TemplateRole } from '@lacre/contracts';

export type MergedRoles = { ok: true; roles: TemplateRole[] } | { ok: false; detail: string };

/**
 * The roles of templates that are sent together: those of one key are one person, who takes one part, shows whatever any
 * of the templates asks of them, and signs at another's request where any of them says so. What else they differ in is as the first template has it.
 */
export function mergedRoles(lists: readonly (readonly TemplateRole[])[]): MergedRoles {
  const roles = new Map<string, TemplateRole>();
  for (const role of lists.flat()) {
    const known = roles.get(role.key);
    if (known === undefined) roles.set(role.key, role);
    else if (known.part === role.part) roles.set(role.key, merged(known, role));
    else return { ok: false, detail: `O papel "${role.key}" tem participações diferentes nos modelos.` };
  }
  return { ok: true, roles: [...roles.values()] };
}

/** What makes it easier, and so must be allowed by every template that asks for a face. */
const ALLOWANCES: ReadonlySet<string> = new Set(['faceOrCode', 'faceUpload']);

function merged(known: TemplateRole, role: TemplateRole): TemplateRole {
  const both = [known.requirements, role.requirements];
  const askFace = both.filter(({ face }) => face === true);
  const asked = Object.keys({ ...role.requirements, ...known.requirements }).map((name) => {
    const says = (requirements: TemplateRole['requirements']) =>
      requirements[name as keyof typeof requirements] === true;
    return [name, ALLOWANCES.has(name) ? askFace.length > 0 && askFace.every(says) : both.some(says)];
  });
  return { ...role, ...known, requirements: Object.fromEntries(asked) as TemplateRole['requirements'] };
}
