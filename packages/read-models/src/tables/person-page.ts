import { COUNTED_AHEAD } from '@lacre/contracts';

import { ownTenant } from '../access.ts';

const ARGUMENTS = 'jsonb, integer, bigint';

/**
 * A page of the persons whose texts hold every term of a search, by name, and how many there are, as far as that is
 * counted: `person_page`. `terms` has the patterns of each term, one of which is to be met. Bound and fenced as
 * `process_page` is, and for the same reasons: of few matches the page is chosen among them, of more the first are met
 * soon in the order of the list.
 */
export const personPageFunction = ({
  view,
  readable,
  role,
}: {
  view: string;
  readable: string;
  role: string;
}): string => `
drop function if exists "read".person_page(${ARGUMENTS});
create function "read".person_page(terms jsonb, page_size integer, page_offset bigint)
returns table (person_id uuid, total bigint, is_at_least boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $function$
declare
  reach text := $condition$${readable}$condition$;
  condition text;
  most bigint := page_offset + ${COUNTED_AHEAD};
  keys uuid[];
  names text[];
  matched bigint;
begin
  -- Written into the statement, so that each is planned for what it looks for, with the index of trigrams.
  select string_agg(any_of, ' and ') into condition
    from jsonb_array_elements(terms) as term (patterns),
         lateral (select '(' || string_agg('search_text like ' || quote_literal(pattern), ' or ') || ')'
                    from jsonb_array_elements_text(patterns) as one (pattern)) as met (any_of);
  execute format($statement$
    select count(*), array_agg(one.person_id), array_agg(one.sort_name)
      from (select person_id, sort_name from ${view} where %s and %s limit $1) one
  $statement$, reach, condition)
  into matched, keys, names
  using most + 1;
  if matched <= most then
    return query
      select page.key, matched, false
        from (select 1) always
        left join (
          select found.key, found.name from unnest(keys, names) as found (key, name)
           order by found.name, found.key limit page_size offset page_offset
        ) page on true
       order by page.name, page.key;
  else
    return query execute format($statement$
      select page.person_id, $3, true
        from (
          select first.person_id, first.sort_name
            from (select * from ${view} where ${ownTenant} order by sort_name, person_id offset 0) first
           where %s and %s limit $1 offset $2
        ) page
       order by page.sort_name, page.person_id
    $statement$, reach, condition)
    using page_size, page_offset, most;
  end if;
end $function$;
revoke execute on function "read".person_page(${ARGUMENTS}) from public;
grant execute on function "read".person_page(${ARGUMENTS}) to ${role};`;
