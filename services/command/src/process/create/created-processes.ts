import type { Position } from '@lacre/event-store';

/** What a request created, one process or one for each document, and the position that has seen all of it. */
export interface CreatedProcesses {
  /** The first. */
  processId: string;
  documents: { documentId: string; name: string }[];
  processes: { processId: string; documents: { documentId: string; name: string }[] }[];
  position: Position;
}

/** A creation that is about to be made, or was made before by the same intent. */
export interface BegunCreation {
  /** Of the process, or of the set of processes. */
  id: string;
  created?: CreatedProcesses;
}
