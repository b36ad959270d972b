import { COMPANIES_SETTING, PERSON_SETTING, USER_SETTING } from './access.ts';

/** Settings stand in subselects, which Postgres evaluates once a statement rather than once a row. */
const settingAs = (type: string, name: string): string =>
  `(select nullif(current_setting('${name}', true), '')::${type})`;

/**
 * A caller of the whole tenant. Compared within the subselect: of a comparison outside it the planner believes that one
 * row in 200 passes, and sorts a whole table rather than to read an index in its order.
 */
export const wholeTenant = `(select current_setting('${COMPANIES_SETTING}', true) = '*')`;

/** Cast, or `any` would take it for a subquery of rows. */
const assigned = `(select case when current_setting('${COMPANIES_SETTING}', true) = '*' then null
  else nullif(current_setting('${COMPANIES_SETTING}', true), '')::uuid[] end)::uuid[]`;

/** Rows of the companies that the caller reaches. */
export const ofCompany = (column = 'company_id'): string => `${wholeTenant} or ${column} = any (${assigned})`;

/** Rows all of whose companies, a jsonb array, the caller reaches. */
export const ofCompanies = (column: string): string => `${wholeTenant} or ${column} <@ to_jsonb(${assigned})`;

/** Rows of the caller themselves. */
export const ofUser = (column: string): string => `${column} = ${settingAs('uuid', USER_SETTING)}`;

/** Processes in which the caller was asked to sign. */
export const ofParticipant = `process_id in (select read.processes_of_person(${settingAs('uuid', PERSON_SETTING)}))`;
