import { TagIcon, X } from 'lucide-react';

import { Badge } from '@/components/ui/display/badge.tsx';

import type { Tag } from './queries.ts';

/** Tags in a row. */
export function TagChips({ tags, onRemove }: { tags: readonly Tag[]; onRemove?: (tag: Tag) => void }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Etiquetas" className="flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag.tagId} className="max-w-full">
          <Badge icon={<TagIcon aria-hidden="true" />} className="max-w-full">
            <span className="truncate">{tag.name}</span>
            {onRemove !== undefined && (
              <button
                type="button"
                aria-label={`Tirar etiqueta ${tag.name}`}
                onClick={() => onRemove(tag)}
                className="-my-1 -mr-2 flex size-6 items-center justify-center rounded-full hover:bg-hover hover:text-ink"
              >
                <X aria-hidden="true" />
              </button>
            )}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
