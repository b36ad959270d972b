/**
 * A page of processes, newest first, and how many there are in all: `process_page`. Row-level security keeps conditions
 * that might leak a row from running before its own, and those on words are such: a search of the query role's own could
 * use no index. This function runs as the tables' owner, is bound to tenant and reach by its own text, and gives nothing
 * but keys and a number. Conditions that are not asked for are left out of the statement, so that each is planned for what
 * it looks for.
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
create or replace function "read".process_page(
  query text, of_status text, of_company uuid, created_from timestamptz, created_before timestamptz,
  page_size integer, page_offset bigint
) returns table (process_id uuid, total bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $function$
declare
  condition text := $condition$${readable}$condition$;
begin
  if query is not null then condition := condition || ' and words @@ $1::tsquery'; end if;
  if of_status is not null then condition := condition || ' and status = $2'; end if;
  if of_company is not null then condition := condition || ' and company_id = $3'; end if;
  if created_from is not null then condition := condition || ' and created_at >= $4'; end if;
  if created_before is not null then condition := condition || ' and created_at < $5'; end if;
  return query execute format($statement$
    select page.process_id, counted.total
      from (select count(*) as total from ${view} where %1$s) counted
      left join (
        select process_id, created_at from ${view} where %1$s
         order by created_at desc, process_id limit $6 offset $7
      ) page on true
     order by page.created_at desc, page.process_id
  $statement$, condition)
  using query, of_status, of_company, created_from, created_before, page_size, page_offset;
end $function$;
revoke execute on function "read".process_page(text, text, uuid, timestamptz, timestamptz, integer, bigint) from public;
grant execute on function "read".process_page(text, text, uuid, timestamptz, timestamptz, integer, bigint) to ${role};`;
