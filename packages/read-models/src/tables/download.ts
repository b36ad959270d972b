import { bigInteger, instant, integer, json, nullable, oneOf, text, uuid } from '../column.ts';
import { ofCompanies, ofUser, wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

export const download = table(
  'download',
  {
    download_id: uuid(),
    tenant_id: uuid(),
    /** Who asked for it, and alone sees it. */
    requester_id: uuid(),
    description: text(),
    status: oneOf<'requested' | 'prepared' | 'expired'>(),
    process_ids: json<string[]>(),
    company_ids: json<string[]>(),
    file_count: integer(),
    /** Of the documents together; of the zip once it is prepared. */
    size_bytes: bigInteger(),
    requested_at: instant(),
    prepared_at: nullable(instant()),
    expires_at: nullable(instant()),
  },
  {
    key: ['download_id'],
    // A request from before common users could make any names no companies, and was a steward's.
    reach: `${ofUser('requester_id')} and (${wholeTenant} or company_ids <> '[]' and (${ofCompanies('company_ids')}))`,
    indexes: ['(tenant_id, requester_id, requested_at desc, download_id)'],
  },
);
