import { COUNTED_AHEAD } from '@lacre/contracts';

import { ownTenant } from '../access.ts';

/** A list whose pages a function of the database gives. */
interface CountedPage {
  /** Of the function, in the schema `read`. */
  name: string;
  key: string;
  /** What the list is ordered by, before its key. */
  order: { column: string; type: string; direction: 'asc' | 'desc' };
  /** Of the function, before `page_size` and `page_offset`: name and type. In the condition they are `$1`, `$2`, …. */
  arguments: readonly (readonly [name: string, type: string])[];
  /** PL/pgSQL that leaves the search's condition in `condition`. */
  condition: string;
}

/**
 * A function that gives the keys of a page, in the order of the list, and how many rows match, as far as that is counted.
 * Row-level security keeps conditions that might leak a row from running before its own, and those on words are such: a
 * search of the query role's own could use no index. The function runs as the tables' owner, is bound to tenant and reach
 * by its own text, and gives nothing but keys and a number. The condition is written into the statement, so that each is
 * planned for what it looks for.
 *
 * What matches is looked for once, and counted no further than a thousand beyond the page: counting every match of a
 * common word took most of a search's time (among 100,000 processes). Of few matches the page is chosen among them; of
 * more, the first are met soon by reading in the order of the list. That order is a fence (`offset 0`) with nothing but
 * the tenant inside: the planner guesses badly how much the rest matches, and would sort all of it.
 */
export const countedPageFunction =
  ({ name, key, order, condition, arguments: own }: CountedPage) =>
  ({ view, readable, role }: { view: string; readable: string; role: string }): string => {
    const all = [...own, ['page_size', 'integer'], ['page_offset', 'bigint']] as const;
    const signature = `"read".${name}(${all.map(([, type]) => type).join(', ')})`;
    const given = own.map(([argument]) => `${argument}, `).join('');
    const [size, offset, most] = [1, 2, 3].map((place) => `$${own.length + place}`);
    const { column, type, direction } = order;
    return `
drop function if exists ${signature};
create function "read".${name}(${all.map((argument) => argument.join(' ')).join(', ')})
returns table (${key} uuid, total bigint, is_at_least boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $function$
declare
  reach text := $condition$${readable}$condition$;
  condition text := 'true';
  most bigint := page_offset + ${COUNTED_AHEAD};
  keys uuid[];
  places ${type}[];
  matched bigint;
begin
  ${condition}
  execute format($statement$
    select count(*), array_agg(one.${key}), array_agg(one.${column})
      from (select ${key}, ${column} from ${view} where %s and %s limit ${size}) one
  $statement$, reach, condition)
  into matched, keys, places
  using ${given}most + 1;
  if matched <= most then
    return query
      select page.key, matched, false
        from (select 1) always
        left join (
          select found.key, found.place from unnest(keys, places) as found (key, place)
           order by found.place ${direction}, found.key limit page_size offset page_offset
        ) page on true
       order by page.place ${direction}, page.key;
  else
    return query execute format($statement$
      select page.${key}, ${most}, true
        from (
          select first.${key}, first.${column}
            from (
              select * from ${view} where ${ownTenant} order by ${column} ${direction}, ${key} offset 0
            ) first
           where %s and %s limit ${size} offset ${offset}
        ) page
       order by page.${column} ${direction}, page.${key}
    $statement$, reach, condition)
    using ${given}page_size, page_offset, most;
  end if;
end $function$;
revoke execute on function ${signature} from public;
grant execute on function ${signature} to ${role};`;
  };
