import { countedPageFunction } from './counted-page.ts';

/** A page of processes, newest first: `process_page`. Conditions that are not asked for are left out of the statement. */
export const processPageFunction = countedPageFunction({
  name: 'process_page',
  key: 'process_id',
  order: { column: 'created_at', type: 'timestamptz', direction: 'desc' },
  arguments: [
    ['query', 'text'],
    ['of_status', 'text'],
    ['of_company', 'uuid'],
    ['created_from', 'timestamptz'],
    ['created_before', 'timestamptz'],
  ],
  condition: `if query is not null then condition := condition || ' and words @@ $1::tsquery'; end if;
  if of_status is not null then condition := condition || ' and status = $2'; end if;
  if of_company is not null then condition := condition || ' and company_id = $3'; end if;
  if created_from is not null then condition := condition || ' and created_at >= $4'; end if;
  if created_before is not null then condition := condition || ' and created_at < $5'; end if;`,
});
