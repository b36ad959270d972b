import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileSignature } from 'lucide-react';
import { useState, type ReactNode } from 'react';

import { ListBody } from '@/components/list/list-body.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { EmptyState } from '@/components/ui/feedback/empty-state.tsx';
import { DataTable } from '@/components/ui/tables/data-table.tsx';

import { processColumns, processLink } from './process-columns.tsx';
import { processQueries, type ProcessSearch } from './queries.ts';

/** The processes of one company or one person, on their page. */
export function ProcessesOf({
  search,
  caption,
  none,
  columns = processColumns,
}: {
  search: Pick<ProcessSearch, 'companyId' | 'search'>;
  caption: string;
  none: { title: string; text: ReactNode };
  columns?: typeof processColumns;
}) {
  const [page, setPage] = useState(1);
  return (
    <ListBody
      query={useQuery(processQueries.list({ ...search, page }))}
      page={page}
      onPageChange={setPage}
      empty={
        <EmptyState
          icon={<FileSignature />}
          title={none.title}
          action={
            <Button asChild variant="primary">
              <Link to="/processes/new" search={{ fresh: true }}>
                Novo processo
              </Link>
            </Button>
          }
        >
          {none.text}
        </EmptyState>
      }
    >
      {(rows, fading) => (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          fading={fading}
          rowKey={({ processId }) => processId}
          rowLink={processLink}
        />
      )}
    </ListBody>
  );
}
