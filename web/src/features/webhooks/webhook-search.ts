import type { ListSearch } from '@/lib/address/list-search.ts';

import type { DeliveryFilter } from './filters.ts';

/** What of the deliveries of a webhook is shown, as its address has it. */
export type WebhookSearch = Omit<ListSearch<DeliveryFilter>, 'search'>;
