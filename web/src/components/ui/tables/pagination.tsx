import { ChevronLeft, ChevronRight } from 'lucide-react';

import { Button } from '@/components/ui/actions/button.tsx';
import { formatNumber } from '@/lib/format/format.ts';

/**
 * Steps through a list.
 * @param page counted from 1
 * @param totalIsAtLeast there are more than `total`, which were not counted
 */
export function Pagination({
  page,
  pageSize,
  total,
  totalIsAtLeast = false,
  onPageChange,
}: {
  page: number;
  pageSize: number;
  total: number;
  totalIsAtLeast?: boolean | undefined;
  onPageChange: (page: number) => void;
}) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <nav aria-label="Páginas" className="flex items-center justify-between gap-4 px-1 pt-4">
      <p className="text-sm text-muted tabular">
        {formatNumber(first)}–{formatNumber(last)} de {totalIsAtLeast && 'mais de '}
        {formatNumber(total)}
      </p>
      <div className="flex items-center gap-2">
        <Button
          size="sm"
          icon={<ChevronLeft />}
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
          aria-label="Página anterior"
        >
          <span className="max-sm:hidden">Anterior</span>
        </Button>
        <span aria-current="page" className="px-1 text-sm text-muted tabular">
          {totalIsAtLeast ? page : `${page} / ${pages}`}
        </span>
        <Button
          size="sm"
          disabled={page >= pages}
          onClick={() => onPageChange(page + 1)}
          aria-label="Próxima página"
        >
          <span className="max-sm:hidden">Próxima</span>
          <ChevronRight />
        </Button>
      </div>
    </nav>
  );
}
