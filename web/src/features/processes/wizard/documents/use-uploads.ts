import { MAX_DOCUMENTS } from '@lacre/contracts/limits';
import { useEffect, useMemo, useRef, useState } from 'react';

import type { DraftDocument } from '@/features/processes/wizard/draft/draft.ts';
import { asProblem, isAbort, type Problem } from '@/lib/api/problem.ts';
import { uploadFile, type UploadOptions } from '@/lib/api/upload.ts';
import { randomId } from '@/lib/browser/random-id.ts';
import { api } from '@/lib/session/session.ts';

import { fileRefusal, sameName } from './file-refusal.ts';
import { recallUnsent, rememberUnsent, type UnsentFile } from './unsent-files.ts';

/** Two at a time: a slow line is shared, and the first document is soon there. */
const PARALLEL = 2;

/** A file on its way, one that could not go, or one that was on its way when the page was left. */
export interface PendingUpload extends UnsentFile {
  id: string;
  /** Absent once the page it was chosen in is gone. */
  file?: File;
  state:
    | { step: 'waiting' }
    | { step: 'sending'; sent: number }
    | { step: 'failed'; message: string; retryable: boolean; asksPassword?: boolean; asksRight?: boolean };
  /** What opens the file; never kept beyond the page. */
  access?: FileAccess;
}

/** What opens a protected file: its password, or the statement of the right to use it. */
export type FileAccess = Pick<UploadOptions, 'password' | 'mayLiftRestrictions'>;

export interface Uploads {
  pending: PendingUpload[];
  /** @param advice as `fileRefusal` takes it */
  add: (files: readonly File[], advice: string | undefined) => void;
  retry: (id: string, access?: FileAccess) => void;
  remove: (id: string) => void;
  /** Asks for files again that had arrived and are no longer held. */
  askAgain: (expired: readonly DraftDocument[]) => void;
  /** Gives up everything on its way. */
  clear: () => void;
}

interface Listeners {
  /** What may go was chosen, in the order of choice. */
  onChosen: (names: readonly { name: string; order: number }[]) => void;
  onSent: (document: DraftDocument) => void;
}

/** Sends files two at a time, telling how far each is; what arrives is handed to `onSent`, in its place. */
export function useUploads(
  uid: string,
  documents: readonly DraftDocument[],
  { onChosen, onSent }: Listeners,
): Uploads {
  const [pending, setPending] = useState<PendingUpload[]>(() =>
    recallUnsent(uid).map((file) => leftBehind(file, NOT_SENT)),
  );
  const queue = useRef<PendingUpload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  useUnsentMemory(uid, pending);

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

  async function send({ id, file, order, access, selection }: PendingUpload): Promise<void> {
    if (file === undefined) return;
    const controller = new AbortController();
    running.current.set(id, controller);
    show(id, { step: 'sending', sent: 0 });
    try {
      const sent = await uploadFile(api, 'uploadDocument', file, {
        signal: controller.signal,
        ...access,
        onProgress: (share) => show(id, { step: 'sending', sent: share }),
      });
      drop(id);
      onSent({
        ...sent,
        order,
        chosenName: file.name,
        sentAt: Date.now(),
        ...(selection === undefined ? {} : { selection }),
      });
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

  function add(files: readonly File[], advice: string | undefined): void {
    const underway = pending.filter(mayArrive);
    const names = [...documents, ...underway].map(({ name }) => name);
    const last = Math.max(0, ...documents.map(({ order }) => order), ...pending.map(({ order }) => order));
    const added = files.map((file, index): PendingUpload => {
      const tooMany = names.length >= MAX_DOCUMENTS ? `No máximo ${MAX_DOCUMENTS} documentos.` : undefined;
      const refusal = tooMany ?? fileRefusal(file, names, advice);
      if (refusal === undefined) names.push(file.name);
      // Chosen again, it takes the place it had before the page was left.
      const place = pending.find((item) => item.file === undefined && sameName(item.name, file.name));
      const order = place?.order ?? last + 1 + index;
      return {
        id: randomId(),
        name: file.name,
        sizeBytes: file.size,
        order,
        selection: place?.selection,
        file,
        state: initialState(refusal),
      };
    });
    const again = (item: PendingUpload) =>
      item.file === undefined && added.some(({ name }) => sameName(name, item.name));
    setPending((previous) => [...previous.filter((item) => !again(item)), ...added]);
    const going = added.filter((item) => item.state.step === 'waiting');
    if (going.length > 0) onChosen(going);
    for (const item of going) enqueue(item);
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
    retry: (id, access) => {
      const item = pending.find((candidate) => candidate.id === id);
      if (item === undefined) return;
      show(id, { step: 'waiting' });
      enqueue(access === undefined ? item : { ...item, access });
    },
    askAgain: (expired) =>
      setPending((previous) => [
        ...previous,
        ...expired.map(({ chosenName, sizeBytes, order, selection }) =>
          leftBehind({ name: chosenName, sizeBytes, order, selection }, NO_LONGER_HELD),
        ),
      ]),
    clear: () => {
      for (const item of pending) remove(item.id);
    },
  };
}

/** Remembers what has not arrived, so that a reload can report it. */
function useUnsentMemory(uid: string, pending: readonly PendingUpload[]): void {
  const unsent = pending.filter((item) => item.file === undefined || mayArrive(item));
  const text = JSON.stringify(
    unsent.map(({ name, sizeBytes, order, selection }) => ({ name, sizeBytes, order, selection })),
  );
  const files = useMemo(() => JSON.parse(text) as UnsentFile[], [text]);
  useEffect(() => rememberUnsent(uid, files), [uid, files]);
}

const NOT_SENT = 'Não terminou de enviar: escolha o arquivo de novo.';
const NO_LONGER_HELD = 'O envio venceu, por ter sido feito há mais de um dia: escolha o arquivo de novo.';

const leftBehind = (file: UnsentFile, message: string): PendingUpload => ({
  ...file,
  id: randomId(),
  state: { step: 'failed', message, retryable: false },
});

function failure(problem: Problem): PendingUpload['state'] {
  const message = problem.detail === undefined ? problem.title : `${problem.title} ${problem.detail}`;
  const asksRight = problem.code === 'PDF_RESTRICTED';
  const asksPassword = asksRight || problem.code === 'PDF_ENCRYPTED' || problem.code === 'PDF_PASSWORD_WRONG';
  return { step: 'failed', message, retryable: problem.retryable, asksPassword, asksRight };
}

function initialState(refusal: string | undefined): PendingUpload['state'] {
  return refusal === undefined ? { step: 'waiting' } : { step: 'failed', message: refusal, retryable: false };
}

/** Still on its way, or it may be sent again. */
export const mayArrive = ({ state }: PendingUpload): boolean =>
  state.step !== 'failed' || state.retryable || state.asksPassword === true;
