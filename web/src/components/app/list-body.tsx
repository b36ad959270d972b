import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Pagination } from '@/components/ui/pagination.tsx';
import { SkeletonRows } from '@/components/ui/skeleton.tsx';
import { PAGE_SIZE } from '@/lib/list-search.ts';

import { ProblemCallout } from './problem-callout.tsx';

interface Page<Row> {
  items: Row[];
  total: number;
  /** There are more, which were not counted. */
  totalIsAtLeast?: boolean;
}

/** A list on its way, failed, empty, or there; and the steps through it. */
export function ListBody<Row>({
  query,
  page,
  onPageChange,
  empty,
  children,
}: {
  query: UseQueryResult<Page<Row>>;
  page: number;
  onPageChange: (page: number) => void;
  empty: ReactNode;
  children: (rows: Row[], fading: boolean) => ReactNode;
}) {
  if (query.isPending) return <SkeletonRows />;
  if (query.data === undefined) {
    return (
      <ProblemCallout error={query.error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
    );
  }
  return (
    <>
      {query.isError && (
        <ProblemCallout
          error={query.error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
          className="mb-4"
        />
      )}
      {query.data.items.length === 0 ? (
        <div className="card">{empty}</div>
      ) : (
        children(query.data.items, query.isPlaceholderData)
      )}
      <Pagination
        page={page}
        pageSize={PAGE_SIZE}
        total={query.data.total}
        totalIsAtLeast={query.data.totalIsAtLeast}
        onPageChange={onPageChange}
      />
    </>
  );
}
