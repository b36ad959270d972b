import { COUNTED_AHEAD } from '@lacre/contracts';

import { ownTenant } from '../access.ts';

const ARGUMENTS = 'text, text, uuid, timestamptz, timestamptz, integer, bigint';

/**
 * A page of processes, newest first, and how many there are, as far as that is counted: `process_page`. Row-level
 * security keeps conditions that might leak a row from running before its own, and those on words are such: a search of
 * the query role's own could use no index. This function runs as the tables' owner, is bound to tenant and reach by its
 * own text, and gives nothing but keys and a number. Conditions that are not asked for are left out of the statement, so
 * that each is planned for what it looks for.
 *
 * What matches is looked for once, and counted no further than a thousand beyond the page: counting every match of a
 * common word took most of a search's time (among 100,000 processes). Of few matches the page is chosen among them; of
 * more, the newest are met soon by reading in the order of the list. That order is a fence (`offset 0`) with nothing but
 * the tenant inside: the planner guesses badly how much the rest matches, and would sort all of it.
 */
export const processPageFunction = ({
  view,
  readable,
  role,
}: {
  view: string;
  readable: string;
  role: string;
}): string => `
drop function if exists "read".process_page(${ARGUMENTS});
create function "read".process_page(
  query text, of_status text, of_company uuid, created_from timestamptz, created_before timestamptz,
  page_size integer, page_offset bigint
) returns table (process_id uuid, total bigint, is_at_least boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $function$
declare
  reach text := $condition$${readable}$condition$;
  condition text := 'true';
  most bigint := page_offset + ${COUNTED_AHEAD};
  keys uuid[];
  moments timestamptz[];
  matched bigint;
begin
  if query is not null then condition := condition || ' and words @@ $1::tsquery'; end if;
  if of_status is not null then condition := condition || ' and status = $2'; end if;
  if of_company is not null then condition := condition || ' and company_id = $3'; end if;
  if created_from is not null then condition := condition || ' and created_at >= $4'; end if;
  if created_before is not null then condition := condition || ' and created_at < $5'; end if;
  execute format($statement$
    select count(*), array_agg(one.process_id), array_agg(one.created_at)
      from (select process_id, created_at from ${view} where %s and %s limit $6) one
  $statement$, reach, condition)
  into matched, keys, moments
  using query, of_status, of_company, created_from, created_before, most + 1;
  if matched <= most then
    return query
      select page.key, matched, false
        from (select 1) always
        left join (
          select found.key, found.moment from unnest(keys, moments) as found (key, moment)
           order by found.moment desc, found.key limit page_size offset page_offset
        ) page on true
       order by page.moment desc, page.key;
  else
    return query execute format($statement$
      select page.process_id, $8, true
        from (
          select newest.process_id, newest.created_at
            from (
              select * from ${view} where ${ownTenant}
               order by created_at desc, process_id offset 0
            ) newest
           where %s and %s limit $6 offset $7
        ) page
       order by page.created_at desc, page.process_id
    $statement$, reach, condition)
    using query, of_status, of_company, created_from, created_before, page_size, page_offset, most;
  end if;
end $function$;
revoke execute on function "read".process_page(${ARGUMENTS}) from public;
grant execute on function "read".process_page(${ARGUMENTS}) to ${role};`;
