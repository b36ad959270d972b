import { folded, MAX_TAGS, type TagEvent } from '@lacre/contracts';

import { accept, reject, type Decision } from '../decider/decision.ts';

/** Names of the tenant's tags, by id. */
export type Tags = ReadonlyMap<string, string>;

export type TagCommand =
  | { type: 'createTag'; tenantId: string; tagId: string; name: string }
  | { type: 'renameTag'; tenantId: string; tagId: string; name: string }
  | { type: 'removeTag'; tenantId: string; tagId: string };

export function decideTag(command: TagCommand, tags: Tags): Decision<TagEvent> {
  const { tenantId, tagId } = command;
  switch (command.type) {
    case 'createTag':
      // The id derives from the intent, so a tag that is there already is this same one.
      if (tags.has(tagId)) return accept();
      if (tags.size >= MAX_TAGS || isTaken(tags, command)) return reject('SAVE_TAG_ERROR');
      return accept({ type: 'TagCreated', data: { tenantId, tagId, name: command.name } });
    case 'renameTag':
      if (!tags.has(tagId)) return reject('TAG_NOT_FOUND');
      if (isTaken(tags, command)) return reject('SAVE_TAG_ERROR');
      return tags.get(tagId) === command.name
        ? accept()
        : accept({ type: 'TagRenamed', data: { tenantId, tagId, name: command.name } });
    case 'removeTag':
      return tags.has(tagId)
        ? accept({ type: 'TagRemoved', data: { tenantId, tagId } })
        : reject('TAG_NOT_FOUND');
  }
}

/** Names that differ in case or accents alone count as the same. */
const isTaken = (tags: Tags, { tagId, name }: { tagId: string; name: string }): boolean =>
  [...tags].some(([id, taken]) => id !== tagId && folded(taken) === folded(name));

export function evolveTags(tags: Tags, event: TagEvent): Tags {
  const next = new Map(tags);
  if (event.type === 'TagRemoved') next.delete(event.data.tagId);
  else next.set(event.data.tagId, event.data.name);
  return next;
}
