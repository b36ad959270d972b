import { bigInteger, uuid } from '../column.ts';
import { ofCompany, wholeTenant } from '../reach.ts';
import { table } from '../table.ts';

/** How many processes an account has by their state: counted as they come, for counting them takes as long as they are many. */
export const processCount = table(
  'process_count',
  {
    tenant_id: uuid(),
    waiting: bigInteger(),
    finished: bigInteger(),
    rejected: bigInteger(),
    canceled: bigInteger(),
  },
  { key: ['tenant_id'], reach: wholeTenant },
);

/** The same of each company: what a common user reaches is the sum of a few. */
export const companyProcessCount = table(
  'company_process_count',
  {
    tenant_id: uuid(),
    company_id: uuid(),
    waiting: bigInteger(),
    finished: bigInteger(),
    rejected: bigInteger(),
    canceled: bigInteger(),
  },
  { key: ['tenant_id', 'company_id'], reach: ofCompany() },
);

/** How many processes of the account carry a tag. */
export const tagCount = table(
  'tag_count',
  { tenant_id: uuid(), tag_id: uuid(), processes: bigInteger() },
  { key: ['tenant_id', 'tag_id'], reach: wholeTenant },
);
