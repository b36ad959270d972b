import type { DraftSelection } from '@/features/processes/wizard/draft/draft.ts';

/** A file that was on its way: its bytes are gone with the page, its name and place are not. */
export interface UnsentFile {
  name: string;
  sizeBytes: number;
  order: number;
  /** The question it carried, where it had arrived once. */
  selection?: DraftSelection | undefined;
}

/** Kept for the tab, per user, beside the draft: what had not arrived when the page went away. */
const keyOf = (uid: string) => `processUploads:${uid}`;

export function recallUnsent(uid: string): UnsentFile[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(uid)) ?? '[]') as UnsentFile[];
  } catch {
    return [];
  }
}

export function rememberUnsent(uid: string, files: readonly UnsentFile[]): void {
  try {
    if (files.length === 0) sessionStorage.removeItem(keyOf(uid));
    else sessionStorage.setItem(keyOf(uid), JSON.stringify(files));
  } catch {
    // Without storage a reload forgets them, as it does the draft.
  }
}
