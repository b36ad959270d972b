import { useEffect, useRef, useState } from 'react';

import { asProblem, isAbort, type Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/api/session.ts';
import { uploadFile } from '@/lib/api/upload.ts';

import { fileRefusal, MAX_DOCUMENTS, type DraftDocument } from './draft.ts';

/** Two at a time: a slow line is shared, and the first document is soon there. */
const PARALLEL = 2;

/** A file on its way, or one that could not go. */
export interface PendingUpload {
  id: string;
  file: File;
  state:
    | { step: 'waiting' }
    | { step: 'sending'; sent: number }
    | { step: 'failed'; message: string; retryable: boolean };
}

export interface Uploads {
  pending: PendingUpload[];
  add: (files: readonly File[]) => void;
  retry: (id: string) => void;
  remove: (id: string) => void;
  /** Gives up everything on its way. */
  clear: () => void;
}

/** Sends files two at a time, telling how far each is; what arrives is handed to `onSent`. */
export function useUploads(
  documents: readonly DraftDocument[],
  onSent: (document: DraftDocument) => void,
): Uploads {
  const [pending, setPending] = useState<PendingUpload[]>([]);
  const queue = useRef<PendingUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const show = (id: string, state: PendingUpload['state']) =>
    setPending((previous) => previous.map((item) => (item.id === id ? { ...item, state } : item)));

  const drop = (id: string) => setPending((previous) => previous.filter((item) => item.id !== id));

  /** Starts what there is room for; whatever ends calls it again. */
  function pump(): void {
    while (running.current.size < PARALLEL) {
      const next = queue.current.shift();
      if (next === undefined) return;
      void send(next);
    }
  }

  async function send({ id, file }: PendingUpload): Promise<void> {
    const controller = new AbortController();
    running.current.set(id, controller);
    show(id, { step: 'sending', sent: 0 });
    try {
      const sent = await uploadFile(api, 'uploadDocument', file, {
        signal: controller.signal,
        onProgress: (share) => show(id, { step: 'sending', sent: share }),
      });
      drop(id);
      onSent(sent);
    } catch (error) {
      if (!isAbort(error)) show(id, failure(asProblem(error)));
    } finally {
      running.current.delete(id);
      pump();
    }
  }

  function enqueue(item: PendingUpload): void {
    queue.current.push(item);
    pump();
  }

  function add(files: readonly File[]): void {
    const underway = pending.filter(({ state }) => state.step !== 'failed' || state.retryable);
    const names = [...documents, ...underway.map((item) => item.file)].map(({ name }) => name);
    const added = files.map((file): PendingUpload => {
      const tooMany = names.length >= MAX_DOCUMENTS ? `No máximo ${MAX_DOCUMENTS} documentos.` : undefined;
      const refusal = tooMany ?? fileRefusal(file, names);
      if (refusal === undefined) names.push(file.name);
      return { id: crypto.randomUUID(), file, state: initialState(refusal) };
    });
    setPending((previous) => [...previous, ...added]);
    for (const item of added) if (item.state.step === 'waiting') enqueue(item);
  }

  function remove(id: string): void {
    queue.current = queue.current.filter((item) => item.id !== id);
    running.current.get(id)?.abort();
    drop(id);
  }

  return {
    pending,
    add,
    remove,
    retry: (id) => {
      const item = pending.find((candidate) => candidate.id === id);
      if (item === undefined) return;
      show(id, { step: 'waiting' });
      enqueue(item);
    },
    clear: () => {
      for (const item of pending) remove(item.id);
    },
  };
}

function failure(problem: Problem): PendingUpload['state'] {
  const message = problem.detail === undefined ? problem.title : `${problem.title} ${problem.detail}`;
  return { step: 'failed', message, retryable: problem.retryable };
}

function initialState(refusal: string | undefined): PendingUpload['state'] {
  return refusal === undefined ? { step: 'waiting' } : { step: 'failed', message: refusal, retryable: false };
}
