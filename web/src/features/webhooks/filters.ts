/** Apart from what is asked for, so that reading an address needs no more. */
export const DELIVERY_FILTERS = ['all', 'pending', 'delivered', 'dead'] as const;
export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number];
