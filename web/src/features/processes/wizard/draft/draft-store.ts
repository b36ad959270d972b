import { newIntent } from '@/lib/api/client.ts';
import { asProblem, Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

import type { Draft } from './draft.ts';
import { newPlace, nothingYet, recallDraft, rememberDraft, type KeptDraft } from './kept-in-tab.ts';
import { contentOf, draftFrom, isWorthSaving, withProofsOf, type SavedDraft } from './saved-draft.ts';

export type ChangeDraft = (change: (draft: Draft) => Partial<Draft>) => void;

/** Another user or tab was there meanwhile: the draft is another now, or is gone. */
export type DraftConflict = { kind: 'changed'; theirs: SavedDraft } | { kind: 'gone' };

export interface DraftState extends KeptDraft {
  saving: 'no' | 'underway' | 'failed';
  problem: Problem | undefined;
  conflict: DraftConflict | undefined;
}

/** After the last change: one save for what is typed in one go. */
const QUIET_MS = 800;
/** A line that is down is tried again. */
const AGAIN_MS = 10_000;

/**
 * The process that a user is putting together, kept in the tab at once and on the server a moment later. It outlives the
 * screen: what was changed last is saved although the user has gone elsewhere.
 */
export class DraftStore {
  readonly #uid: string;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;

  constructor(uid: string) {
    this.#uid = uid;
    this.#state = { ...recallDraft(uid), saving: 'no', problem: undefined, conflict: undefined };
    if (this.#isUnsaved()) this.#saveIn(QUIET_MS);
    // The page may be on its way out, and a phone ends what is out of sight.
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') void this.save();
    });
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): DraftState => this.#state;

  readonly change: ChangeDraft = (next) => {
    const { draft } = this.#state;
    // What is sent changes, so it is another intention.
    this.#set({ draft: { ...draft, ...next(draft), intent: newIntent() } });
    this.#saveIn(QUIET_MS);
  };

  /** Begins anew; the server forgets the draft. */
  readonly discard = (): void => {
    const { draftId, revision } = this.#state.place;
    const running = this.#running;
    this.#startWith(nothingYet());
    if (revision === 0 && running === undefined) return;
    void (async () => {
      await running;
      await api.call('removeProcessDraft', { params: { draftId } });
    })().catch(() => {
      // It is gone already, or stays in the list, where it can be discarded.
    });
  };

  /** Begins anew beside the draft, once the server has it. @returns whether it does */
  async startAnother(): Promise<boolean> {
    await this.save();
    if (this.#isUnsaved() || this.#state.conflict !== undefined) return false;
    this.#startWith(nothingYet());
    return true;
  }

  /** Goes on with a draft that the server has. @throws Problem; then the present one stays */
  async open(draftId: string): Promise<SavedDraft> {
    await this.save();
    const saved = await read(draftId);
    this.#startWith(keptOf(saved));
    return saved;
  }

  /** Takes over what others did to a draft that is open here, where nothing of this tab would be lost. */
  async refresh(): Promise<'same' | 'changed' | 'gone'> {
    const { draftId, revision } = this.#state.place;
    if (revision === 0 || this.#isUnsaved()) return 'same';
    const found = await readOrGone(draftId);
    if (this.#state.place.draftId !== draftId || this.#isUnsaved() || found === undefined) return 'same';
    if (found !== 'gone' && found.revision === this.#state.place.revision) return 'same';
    this.#startWith(found === 'gone' ? nothingYet() : keptOf(found));
    return found === 'gone' ? 'gone' : 'changed';
  }

  /** Saves what is not saved yet; what cannot be is in the state. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    while (this.#running !== undefined) await this.#running;
    if (!this.#isUnsaved() || this.#state.conflict !== undefined) return;
    this.#running = this.#send().finally(() => (this.#running = undefined));
    await this.#running;
  }

  /** Whether the draft may be sent: no one else changed, sent or discarded it. */
  async isMine(): Promise<boolean> {
    await this.save();
    const { place, conflict } = this.#state;
    if (conflict !== undefined) return false;
    if (place.revision === 0) return true;
    const found = await readOrGone(place.draftId);
    if (found === 'gone') this.#set({ conflict: { kind: 'gone' } });
    else if (found !== undefined && found.revision !== place.revision)
      this.#set({ conflict: { kind: 'changed', theirs: found } });
    return this.#state.conflict === undefined;
  }

  /** Takes new proofs of the uploads from the server. @returns whether it had that of the document */
  async renewProofs(index: number): Promise<boolean> {
    const { place, draft } = this.#state;
    if (place.revision === 0) return false;
    const found = await readOrGone(place.draftId);
    if (found === undefined || found === 'gone') return false;
    const documents = withProofsOf(draft.documents, found);
    if (documents[index]?.proof === draft.documents[index]?.proof) return false;
    this.change(() => ({ documents }));
    return true;
  }

  /** After a conflict: what stands here becomes a draft of its own. */
  readonly keepMine = (): void => {
    const { draft, conflict } = this.#state;
    const documents =
      conflict?.kind === 'changed' ? withProofsOf(draft.documents, conflict.theirs) : draft.documents;
    this.#startWith({ draft: { ...draft, documents, intent: newIntent() }, place: newPlace() });
    void this.save();
  };

  /** After a conflict: what stands here is given up for what the server has. */
  readonly takeTheirs = (): void => {
    const { conflict } = this.#state;
    this.#startWith(conflict?.kind === 'changed' ? keptOf(conflict.theirs) : nothingYet());
  };

  async #send(): Promise<void> {
    const { draft, place } = this.#state;
    const { draftId, revision, sentIntent } = place;
    this.#set({ saving: 'underway', place: { ...place, sentIntent: draft.intent } });
    try {
      const body = { revision, content: contentOf(draft) };
      const saved = await api.call('saveProcessDraft', { params: { draftId }, body });
      if (this.#state.place.draftId === draftId)
        this.#hasSaved(saved.revision, draft.intent, saved.changedAt);
    } catch (error) {
      const problem = asProblem(error);
      const conflict = await conflictOf(problem, draftId);
      if (this.#state.place.draftId !== draftId) return;
      if (conflict?.kind === 'changed' && conflict.theirs.content.intent === sentIntent)
        // The answer to an earlier save was lost on its way.
        this.#hasSaved(conflict.theirs.revision, sentIntent, conflict.theirs.changedAt);
      else if (conflict === undefined) this.#failed(problem);
      else this.#set({ saving: 'no', problem: undefined, conflict });
    }
  }

  #hasSaved(revision: number, savedIntent: string, savedAt: string): void {
    const { place } = this.#state;
    this.#set({ saving: 'no', problem: undefined, place: { ...place, revision, savedIntent, savedAt } });
    if (this.#isUnsaved()) this.#saveIn(QUIET_MS);
  }

  #failed(problem: Problem): void {
    this.#set({ saving: 'failed', problem });
    if (problem.retryable) this.#saveIn(AGAIN_MS);
  }

  #isUnsaved(): boolean {
    const { draft, place } = this.#state;
    return draft.intent !== place.savedIntent && (place.revision > 0 || isWorthSaving(draft));
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.save(), delayMs);
  }

  #startWith(kept: KeptDraft): void {
    clearTimeout(this.#timer);
    this.#set({ ...kept, saving: 'no', problem: undefined, conflict: undefined });
  }

  #set(change: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...change };
    rememberDraft(this.#uid, this.#state);
    for (const listener of this.#listeners) listener();
  }
}

const read = (draftId: string): Promise<SavedDraft> => api.call('getProcessDraft', { params: { draftId } });

/** Undefined where the server cannot say. */
async function readOrGone(draftId: string): Promise<SavedDraft | 'gone' | undefined> {
  try {
    return await read(draftId);
  } catch (error) {
    return asProblem(error).code === 'PROCESS_DRAFT_NOT_FOUND' ? 'gone' : undefined;
  }
}

async function conflictOf({ code }: Problem, draftId: string): Promise<DraftConflict | undefined> {
  if (code === 'PROCESS_DRAFT_NOT_FOUND') return { kind: 'gone' };
  if (code !== 'PROCESS_DRAFT_CHANGED') return undefined;
  const theirs = await readOrGone(draftId);
  return theirs === undefined
    ? undefined
    : theirs === 'gone'
      ? { kind: 'gone' }
      : { kind: 'changed', theirs };
}

const keptOf = (saved: SavedDraft): KeptDraft => ({
  draft: draftFrom(saved),
  place: {
    draftId: saved.draftId,
    revision: saved.revision,
    savedIntent: saved.content.intent,
    sentIntent: null,
    savedAt: saved.changedAt,
  },
});

const stores = new Map<string, DraftStore>();

/** The user's, one for the tab: another user of the same browser must not find it. */
export function draftStoreOf(uid: string): DraftStore {
  const store = stores.get(uid) ?? new DraftStore(uid);
  stores.set(uid, store);
  return store;
}
