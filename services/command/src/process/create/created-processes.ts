import type { Position } from '@lacre/event-store';

/** What a request created, one process or one for each document, and the position that has seen all of it. */
export interface CreatedProcesses {
  /** The first. */
  processId: string;
  documents: { documentId: string; name: string }[];
  processes: { processId: string; documents: { documentId: string; name: string }[] }[];
  position: Position;
}
