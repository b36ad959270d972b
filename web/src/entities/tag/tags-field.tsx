import type { Tag } from './queries.ts';
import { TagChips } from './tag-chips.tsx';
import { TagPicker } from './tag-picker.tsx';

/** The tags of a long form, in six columns. */
export function TagsField({
  tags,
  readOnly,
  onChange,
}: {
  tags: readonly Tag[];
  readOnly: boolean;
  onChange: (tags: Tag[]) => void;
}) {
  return (
    <div className="flex flex-col gap-1.5 sm:col-span-6">
      <p className="text-sm font-medium">
        Etiquetas <span className="font-normal text-subtle">(opcional)</span>
      </p>
      {readOnly ? <TagChips tags={tags} /> : <TagPicker tags={tags} onChange={onChange} />}
    </div>
  );
}
