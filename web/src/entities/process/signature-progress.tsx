import type { ProcessStatus } from '@lacre/contracts';

import { Progress } from '@/components/ui/feedback/progress.tsx';
import { plural } from '@/lib/format/format.ts';

/** How many of the signatures are in: "2 de 5", with a bar. */
export function SignatureProgress({
  done,
  total,
  status,
}: {
  done: number;
  total: number;
  status: ProcessStatus;
}) {
  const tone = status === 'finished' ? 'success' : status === 'rejected' ? 'danger' : 'primary';
  return (
    <span className="inline-flex items-center gap-2.5 whitespace-nowrap">
      <Progress
        value={total === 0 ? 0 : done / total}
        label={`${done} de ${plural(total, 'assinatura')}`}
        tone={tone}
        className="w-20"
      />
      <span className="text-[0.8125rem] text-muted tabular">
        {done} de {total}
      </span>
    </span>
  );
}
