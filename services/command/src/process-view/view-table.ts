/**
 * Lists of processes that users keep under a name, each for themselves. No facts: what is removed is gone. The content is
 * encrypted with the tenant's key of views, for what is searched by is often a name.
 */
export const createProcessViews = `
create table process_view (
  tenant_id uuid not null,
  user_id uuid not null,
  view_id uuid not null,
  content bytea not null,
  primary key (tenant_id, user_id, view_id)
);
`;
