import { COMPANIES_SETTING, PERSON_SETTING, USER_SETTING } from './access.ts';

/** Settings stand in subselects, which Postgres evaluates once a statement rather than once a row. */
const setting = (name: string): string => `(select current_setting('${name}', true))`;
const settingAs = (type: string, name: string): string =>
  `(select nullif(current_setting('${name}', true), '')::${type})`;

/** A caller of the whole tenant. */
export const wholeTenant = `${setting(COMPANIES_SETTING)} = '*'`;

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
