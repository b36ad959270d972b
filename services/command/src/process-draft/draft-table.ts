/**
 * Processes that are being put together. No facts: what is discarded is gone, and what is sent stands in the log. The
 * content is encrypted with the tenant's key of drafts; what is named in the clear decides who sees which.
 */
export const createProcessDrafts = `
create table process_draft (
  draft_id uuid primary key,
  tenant_id uuid not null,
  company_id uuid,
  created_by uuid not null,
  revision integer not null,
  changed_by uuid not null,
  changed_at timestamptz not null,
  content bytea not null
);
create index process_draft_tenant on process_draft (tenant_id, changed_at desc);
create index process_draft_creator on process_draft (tenant_id, created_by);
`;
