import { useQuery } from '@tanstack/react-query';
import { TagIcon } from 'lucide-react';
import { useState } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';
import type { ProcessSearch } from '@/entities/process/queries.ts';
import { tagQueries } from '@/entities/tag/queries.ts';

import { SavedViews } from './views/saved-views.tsx';

const TagsDialog = lazyDialog(
  () => import('@/entities/tag/tags-dialog.tsx'),
  (code) => code.TagsDialog,
);

interface Narrowing {
  search: ProcessSearch;
  onSearch: (next: ProcessSearch) => void;
}

/** A line that is as high without tags and saved lists: they come late, and what it has already stays in its place. */
export function TagsAndViews({ search, onSearch }: Narrowing) {
  return (
    <>
      <TagFilter search={search} onSearch={onSearch} />
      <SavedViews search={search} />
    </>
  );
}

/** Narrows the list to a tag, and leads to where tags are kept. */
function TagFilter({ search, onSearch }: Narrowing) {
  const query = useQuery(tagQueries.list());
  const [managing, setManaging] = useState(false);
  const tags = query.data?.items ?? [];
  const { tagId: _left, ...others } = search;
  return (
    <>
      <Select
        aria-label="Etiqueta"
        className="w-40 lg:w-48"
        disabled={tags.length === 0 && search.tagId === undefined}
        value={search.tagId ?? ''}
        placeholder="Todas as etiquetas"
        options={tags.map(({ tagId, name }) => ({ value: tagId, label: name }))}
        onChange={({ target: { value } }) =>
          onSearch({ ...others, ...(value === '' ? {} : { tagId: value }), page: 1 })
        }
      />
      <Button variant="ghost" icon={<TagIcon />} onClick={() => setManaging(true)}>
        <span className="max-sm:sr-only">Etiquetas</span>
      </Button>
      {managing && <TagsDialog onClose={() => setManaging(false)} />}
    </>
  );
}
