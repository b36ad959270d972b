import { streams, type ErasureReason } from '@lacre/contracts';

/** Whose data is erased. */
export interface Subject {
  kind: 'person' | 'user';
  id: string;
  tenantId: string;
}

export interface Erasure extends Subject {
  reason: ErasureReason;
}

export const streamOf = ({ kind, id }: Subject): string =>
  kind === 'person' ? streams.person(id) : streams.user(id);
