import type { StreamEvents } from './events/streams.ts';

export type TenantMoveEvent = Extract<StreamEvents['tenant'], { type: `TenantMove${string}` }>;

/** Where a tenant's last move stands, in the log that says so. */
export type TenantMove =
  | { stage: 'none' }
  /** It is being copied to the installation at `address`: nothing of it changes here meanwhile. */
  | { stage: 'moving'; moveId: string; address: string }
  /** It is at `address` now; once it is forgotten, what it left here beside the log is gone, or about to go. */
  | { stage: 'movedOut'; moveId: string; address: string; isForgotten?: true }
  /** It came from there, and is here now. */
  | { stage: 'movedIn'; moveId: string; address: string };

export const NOT_MOVED: TenantMove = { stage: 'none' };

/** What an event of a move leaves, whatever was before: a copied stream has the beginning of its own move in it. */
export function moveAfter({ type, data }: TenantMoveEvent): TenantMove {
  switch (type) {
    case 'TenantMoveAbandoned':
      return NOT_MOVED;
    case 'TenantMoveBegan':
      return { stage: 'moving', moveId: data.moveId, address: data.address };
    case 'TenantMovedOut':
      return { stage: 'movedOut', moveId: data.moveId, address: data.address };
    case 'TenantMoveForgotten':
      return { stage: 'movedOut', moveId: data.moveId, address: data.address, isForgotten: true };
    case 'TenantMovedIn':
      return { stage: 'movedIn', moveId: data.moveId, address: data.address };
  }
}
