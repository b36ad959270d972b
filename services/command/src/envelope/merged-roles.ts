import type { TemplateRole } from '@lacre/contracts';

export type MergedRoles = { ok: true; roles: TemplateRole[] } | { ok: false; detail: string };

/**
 * The roles of templates that are sent together: those of one key are one person, who takes one part and shows whatever
 * any of the templates asks of them. What else they differ in is as the first template has it.
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

function merged(known: TemplateRole, role: TemplateRole): TemplateRole {
  const asked = Object.entries({ ...role.requirements, ...known.requirements }).map(([name]) => [
    name,
    [known, role].some(({ requirements }) => requirements[name as keyof typeof requirements] === true),
  ]);
  return { ...role, ...known, requirements: Object.fromEntries(asked) as TemplateRole['requirements'] };
}
