import { countedPageFunction } from './counted-page.ts';

/**
 * A page of the persons whose texts hold every term of a search, by name: `person_page`. `terms` has the patterns of each
 * term, one of which is to be met; written into the statement they use the index of trigrams.
 */
export const personPageFunction = countedPageFunction({
  name: 'person_page',
  key: 'person_id',
  order: { column: 'sort_name', type: 'text', direction: 'asc' },
  arguments: [['terms', 'jsonb']],
  condition: `select string_agg(any_of, ' and ') into condition
    from jsonb_array_elements(terms) as term (patterns),
         lateral (select '(' || string_agg('search_text like ' || quote_literal(pattern), ' or ') || ')'
                    from jsonb_array_elements_text(patterns) as one (pattern)) as met (any_of);`,
});
