import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, type ReactNode } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { SkeletonRows } from '@/components/ui/feedback/skeleton.tsx';
import { Pagination } from '@/components/ui/tables/pagination.tsx';
import { PAGE_SIZE } from '@/lib/address/list-search.ts';
import { useIsWide } from '@/lib/hooks/use-is-wide.ts';

import { LateProgress } from './late-progress.tsx';

/** More cards than a phone's window holds. */
const FIRST_CARDS = 6;

interface Page<Row> {
  items: Row[];
  total: number;
  /** There are more, which were not counted. */
  totalIsAtLeast?: boolean;
}

/**
 * A list on its way, failed, empty, or there; and the steps through it. Many rows take a slow phone a while to draw: it
 * answers the press first, and draws what lies below its window after the rest.
 */
export function ListBody<Row>({
  query,
  page,
  onPageChange,
  empty,
  failed,
  children,
}: {
  query: UseQueryResult<Page<Row>>;
  page: number;
  onPageChange: (page: number) => void;
  empty: ReactNode;
  /** What is said when it cannot be fetched, before the server's answer. */
  failed?: string;
  children: (rows: Row[], fading: boolean) => ReactNode;
}) {
  const isWide = useIsWide();
  const { data, isPlaceholderData: isFormer } = query;
  const last = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  // What the last page held was removed, or an old address names a page that there is no more.
  const isBeyond = data !== undefined && !isFormer && page > last;
  const turnBack = useEffectEvent(() => onPageChange(last));
  useEffect(() => {
    if (isBeyond) turnBack();
  }, [isBeyond]);
  const inWindow = data === undefined || isWide ? data : { ...data, items: data.items.slice(0, FIRST_CARDS) };
  const shown = useDeferredValue(data, inWindow);
  if (query.isPending || (data !== undefined && shown === undefined)) return <SkeletonRows />;
  if (data === undefined || shown === undefined) {
    return (
      <ProblemCallout
        error={query.error}
        failed={failed}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  }
  return (
    <>
      {query.isError && (
        <ProblemCallout
          error={query.error}
          failed={failed}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mb-4"
        />
      )}
      <div className="relative">
        <LateProgress isFormer={isFormer} />
        {shown.items.length === 0 ? <div className="card">{empty}</div> : children(shown.items, isFormer)}
      </div>
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={shown.total}
        totalIsAtLeast={shown.totalIsAtLeast}
        onPageChange={onPageChange}
      />
    </>
  );
}
