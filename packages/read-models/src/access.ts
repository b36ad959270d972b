/** The role the query service reads as. It owns nothing, cannot log in, and cannot bypass row-level security. */
export const QUERY_ROLE = 'lacre_query';
/** Setting that names the tenant of the current transaction; without it the role sees no row. */
export const TENANT_SETTING = 'lacre.tenant_id';
/**
 * Settings that name what the caller of the current transaction reaches within the tenant: the array of companies, or
 * `*` for all of them; the user; the person who signs. Without them a table that declares a reach shows no row.
 */
export const COMPANIES_SETTING = 'lacre.companies';
export const USER_SETTING = 'lacre.user_id';
export const PERSON_SETTING = 'lacre.person_id';
/** E-mails and phones that the person's session has proven, with commas between them. */
export const ADDRESSES_SETTING = 'lacre.addresses';
/** The address a visitor names, who has no tenant yet. */
export const DOMAIN_SETTING = 'lacre.domain';
/** Channel notified after every commit that readers may see further. */
export const PROJECTED_CHANNEL = 'lacre_projected';

/** Roles belong to the whole server: another database, or another process right now, may have made it. */
export const createQueryRole = `
do $$ begin
  create role ${QUERY_ROLE} nologin nosuperuser nobypassrls;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(current_user, '${QUERY_ROLE}', 'SET') then
    execute format('grant ${QUERY_ROLE} to %I', current_user);
  end if;
end $$;
`;

/** The row belongs to the tenant that the transaction names. */
export const ownTenant = `tenant_id = nullif(current_setting('${TENANT_SETTING}', true), '')::uuid`;
