import { Progress } from '@/components/ui/feedback/progress.tsx';
import { useDebounced } from '@/lib/hooks/use-debounced.ts';

/** How long the rows of a former page or search may stand without a word, milliseconds. */
const LATE_MS = 500;

/** Over the list that it stands in, once what was searched for is late; it takes no place. */
export function LateProgress({ isFormer }: { isFormer: boolean }) {
  const isLate = useDebounced(isFormer, LATE_MS) && isFormer;
  return isLate && <Progress label="Buscando…" className="absolute inset-x-0 -top-2" />;
}
