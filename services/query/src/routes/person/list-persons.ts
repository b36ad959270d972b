import { defineRoute } from '../../define-route.ts';
import { countedPage, offsetOf } from '../../reading/paging.ts';
import { matching } from '../../reading/search.ts';
import { personOf } from '../../views/person-view.ts';

export const route = defineRoute('listPersons', async ({ principal, query }, { models }) => {
  const { pageSize, search } = query;
  const freshness = { minPosition: query['min-position'], projections: ['person'] } as const;
  return models.ofCaller(principal, freshness, async (db) => {
    const found = matching('person', search);
    const persons = db
      .selectFrom('read.person')
      .$if(found !== undefined, (list) => list.where(found as NonNullable<typeof found>));
    const counted = await countedPage(db, query, persons);
    const ordered = persons.selectAll().orderBy('sort_name').orderBy('person_id');
    const rows = await ordered.limit(pageSize).offset(offsetOf(query)).execute();
    return { items: rows.map(personOf), ...counted };
  });
});
