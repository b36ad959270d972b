import {
  errors,
  isErrorCode,
  securityKinds,
  securityOperations,
  type AnswerOf,
  type SecurityKind,
} from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';
import { sql, type RawBuilder, type Selectable } from 'kysely';

import { namesFound, saysAll } from '../history/found-names.ts';
import { namesOf } from '../history/object-names.ts';
import { countedPage, offsetOf, type CountedPage, type Page } from '../reading/paging.ts';
import { within, type Period } from '../reading/period.ts';
import type { Reader } from '../reading/read-models.ts';

type Listed = AnswerOf<'securityEvents'>['items'][number];
type Row = Selectable<ReadSchema['security.entry']>;

export interface LineFilter extends Period {
  kind?: SecurityKind | undefined;
  /** Who called. */
  personId?: string | undefined;
  search?: string | undefined;
}

/** A filter with what its search names. */
export interface ResolvedLines {
  filter: LineFilter;
  condition: RawBuilder<boolean>;
  isPartial: boolean;
}

/** Looks up what the search names: callers, what was done or refused, the kind, the beginning of the source. */
export async function resolvedLines(
  db: Reader,
  tenantId: string,
  filter: LineFilter,
): Promise<ResolvedLines> {
  const search = filter.search?.trim() ?? '';
  if (search === '') return { filter, condition: sql`true`, isPartial: false };
  const { people, isPartial } = await namesFound(db, tenantId, search);
  const said = (texts: Iterable<readonly [string, string]>): string[] =>
    [...texts].filter(([, text]) => saysAll(text, search)).map(([name]) => name);
  const operations = said([...securityOperations].map(([name, { label }]) => [name, label] as const));
  const codes = said(Object.entries(errors).map(([code, { title }]) => [code, title] as const));
  const kinds = said(Object.entries(securityKinds));
  const condition = sql<boolean>`(caller_id = any(${people}::uuid[]) or kind = any(${kinds}::text[])
    or code = any(${codes}::text[]) or (code is null and operation = any(${operations}::text[]))
    or left(source, ${search.length}) = ${search.toLowerCase()})`;
  return { filter, condition, isPartial };
}

/** Lines that fit; of an account there are at most some ten thousand. */
const lines = (db: Reader, { filter, condition }: ResolvedLines) =>
  db
    .selectFrom('security.entry')
    .where(within('at', filter))
    .where(condition)
    .$if(filter.kind !== undefined, (rows) => rows.where('kind', '=', filter.kind as SecurityKind))
    .$if(filter.personId !== undefined, (rows) => rows.where('caller_id', '=', filter.personId as string));

const newestFirst = (db: Reader, asked: ResolvedLines) =>
  lines(db, asked).selectAll().orderBy('at', 'desc').orderBy('id', 'desc');

/** One page of the security log, newest first. */
export async function linePage(
  db: Reader,
  asked: ResolvedLines,
  page: Page,
): Promise<{ items: Listed[] } & CountedPage> {
  const [counted, rows] = await Promise.all([
    countedPage(db, page, lines(db, asked)),
    newestFirst(db, asked).limit(page.pageSize).offset(offsetOf(page)).execute(),
  ]);
  return { items: await named(db, rows), ...counted };
}

/** Where a page of the security log ended. */
export type LinePlace = Pick<Row, 'at' | 'id'>;

/** Lines older than one, newest first, and where they end. */
export async function linesBefore(
  db: Reader,
  asked: ResolvedLines,
  before: LinePlace | undefined,
  limit: number,
): Promise<{ items: Listed[]; last: LinePlace | undefined }> {
  const rows = await newestFirst(db, asked)
    .$if(before !== undefined, (list) =>
      list.where(sql<boolean>`(at, id) < (${before?.at.toISOString()}::timestamptz, ${before?.id}::bigint)`),
    )
    .limit(limit)
    .execute();
  return { items: await named(db, rows), last: rows.at(-1) };
}

async function named(db: Reader, rows: readonly Row[]): Promise<Listed[]> {
  const callers = rows.flatMap(({ caller_kind: kind, caller_id: id }) =>
    kind === null || id === null ? [] : [{ kind, id }],
  );
  const names = await namesOf(db, callers);
  return rows.map((row) => lineOf(row, names));
}

const lineOf = (row: Row, names: ReadonlyMap<string, string>): Listed => ({
  id: String(row.id),
  at: row.at.toISOString(),
  kind: row.kind,
  what: whatOf(row),
  operation: row.operation,
  code: row.code,
  who:
    row.caller_kind === null || row.caller_id === null
      ? null
      : {
          kind: row.caller_kind,
          id: row.caller_id,
          name: names.get(row.caller_id) ?? null,
          tokenId: row.token_id,
        },
  source: row.source,
  times: row.times,
});

/** What was done, or why it was not. */
function whatOf({ kind, operation, code }: Row): string {
  if (code !== null && isErrorCode(code)) return errors[code].title;
  const noted = operation === null ? undefined : securityOperations.get(operation);
  return noted?.label ?? securityKinds[kind];
}
