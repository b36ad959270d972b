import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { SearchInput } from '@/components/ui/fields/input.tsx';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';

/** The search of a list: what is typed reaches the address once typing pauses. */
export function ListSearchBox({
  label,
  placeholder,
  value,
  onSearch,
}: {
  label: string;
  placeholder: string;
  /** What the address says. */
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text.trim());
  const asked = useRef(value);
  const router = useRouter();
  const place = useRef(router.latestLocation.pathname);

  useEffect(() => {
    if (settled === asked.current) return;
    // A navigation begun meanwhile is not undone by a search.
    if (router.latestLocation.pathname !== place.current) return;
    asked.current = settled;
    onSearch(settled);
    // Only a pause in typing searches; a new callback of the parent does not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);

  useEffect(() => {
    // The address changed by itself: the back button, or a cleared filter.
    if (value === asked.current) return;
    asked.current = value;
    setText(value);
  }, [value]);

  return (
    <SearchInput
      label={label}
      placeholder={placeholder}
      value={text}
      onValueChange={setText}
      className="min-w-0 flex-1 md:max-w-md"
    />
  );
}
