import { createHash } from 'node:crypto';

/** The tenants whose ids have this number, of so many. */
export interface Partition {
  readonly number: number;
  readonly of: number;
}

/** Every tenant. */
export const WHOLE: Partition = { number: 0, of: 1 };

/** The partitions that something is done for, in one number of them all. */
export class HeldPartitions {
  readonly #held = new Map<number, Partition>();

  add(partition: Partition): void {
    this.#held.set(partition.number, partition);
  }

  delete(partition: Partition): void {
    this.#held.delete(partition.number);
  }

  /** The SQL condition that a row is of one of them, by its column of tenants' ids. */
  condition(column: string): string {
    const [first] = this.#held.values();
    if (first === undefined) return 'false';
    if (first.of === WHOLE.of) return 'true';
    return `${numberInSql(column, first.of)} in (${[...this.#held.keys()].join(', ')})`;
  }
}

/** By the first byte of SHA-256, so that every machine, release and the database have the same. */
const numberOf = (tenantId: string, of: number): number =>
  (createHash('sha256').update(tenantId).digest()[0] as number) % of;

/** The same in SQL, of a column of tenants' ids. */
export const numberInSql = (column: string, of: number): string =>
  `get_byte(sha256(${column}::text::bytea), 0) % ${of}`;

/** Whether an event is of the partition. Three of the installation's own name no tenant; they are of the first. */
export function isOf({ number, of }: Partition, { data }: { readonly data: object }): boolean {
  if (of === 1) return true;
  const tenantId = 'tenantId' in data ? data.tenantId : undefined;
  return (typeof tenantId === 'string' ? numberOf(tenantId, of) : 0) === number;
}
