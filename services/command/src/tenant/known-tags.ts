import { Refusal } from '@lacre/http';

import type { CommandHandler } from '../decider/command-handler.ts';
import { tenant } from './decide-tenant.ts';
import type { TenantState } from './state.ts';

/** @throws Refusal TAG_NOT_FOUND for one that the tenant does not have */
export async function assertKnownTags(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  tagIds: readonly string[],
  fieldOf?: (index: number) => string,
): Promise<void> {
  if (tagIds.length > 0) assertTagsOf(await handler.load(tenant, tenantId), tagIds, fieldOf);
}

/** The same of a tenant that was looked up already. @throws Refusal TAG_NOT_FOUND */
export function assertTagsOf(
  state: TenantState,
  tagIds: readonly string[],
  fieldOf = (index: number): string => `tagIds.${index}`,
): void {
  const tags = state.status === 'registered' ? state.tags : undefined;
  const unknown = tagIds.findIndex((tagId) => tags?.has(tagId) !== true);
  if (unknown >= 0)
    throw new Refusal('TAG_NOT_FOUND', {
      fieldErrors: [{ field: fieldOf(unknown), message: 'Etiqueta não encontrada' }],
    });
}

/** Those of the tags that the tenant still has: what was tagged before one was removed loses it. */
export async function keptTags(
  { handler }: { handler: CommandHandler },
  tenantId: string,
  tagIds: readonly string[],
): Promise<string[]> {
  if (tagIds.length === 0) return [];
  const state = await handler.load(tenant, tenantId);
  const tags = state.status === 'registered' ? state.tags : undefined;
  return [...new Set(tagIds)].filter((tagId) => tags?.has(tagId) === true);
}
