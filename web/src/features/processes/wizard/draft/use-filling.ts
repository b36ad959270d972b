import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { asProblem, type FieldFault, type Problem } from '@/lib/api/problem.ts';
import { api } from '@/lib/session/session.ts';

import type { ChangeDraft } from './draft-store.ts';
import { fillingOf, unfilledDocuments } from './draft-templates.ts';
import type { Draft } from './draft.ts';

/** What keeps a template's PDF from being made. */
export interface FillingProblem {
  problem: Problem;
  /** Placeholders that nothing fills, by their names. */
  missing: string[];
}

export interface Filling {
  /** Some PDF is being made. */
  busy: boolean;
  /** Some PDF is still to be made, whatever the reason. */
  pending: boolean;
  /** By document. */
  problems: ReadonlyMap<string, FillingProblem>;
  retry: () => void;
}

const missingOf = (faults: readonly FieldFault[]): string[] =>
  faults.flatMap(({ field }) => (field.startsWith('values.') ? [field.slice('values.'.length)] : []));

/**
 * Makes the PDFs of the templates as soon as it is known who takes part and where (`active`), and anew when that
 * changes. A process can then be looked at whole before it is sent, and a retry sends the same proofs again.
 */
export function useFilling(draft: Draft, change: ChangeDraft, active: boolean): Filling {
  const [problems, setProblems] = useState<ReadonlyMap<string, FillingProblem>>(new Map());
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const tried = useRef(new Map<string, string>());
  const unfilled = active ? unfilledDocuments(draft) : [];
  const wanted = unfilled
    .map((document) => `${document.uploadId} ${fillingOf(draft, document).key}`)
    .join('\n');

  async function fill(
    uploadId: string,
    templateId: string,
    body: ReturnType<typeof fillingOf>['body'],
    key: string,
  ): Promise<void> {
    setRunning((before) => new Set(before).add(uploadId));
    try {
      const made = await api.call('fillTemplate', { params: { templateId }, body });
      if (tried.current.get(uploadId) !== key) return;
      setProblems((before) => new Map([...before].filter(([id]) => id !== uploadId)));
      change((current) => ({
        documents: current.documents.map((document) =>
          document.uploadId === uploadId && document.template !== undefined
            ? {
                ...document,
                name: made.name,
                chosenName: made.name,
                pages: made.pages,
                sizeBytes: made.sizeBytes,
                proof: made.proof,
                template: { ...document.template, filledFor: key },
              }
            : document,
        ),
      }));
    } catch (error) {
      const problem = asProblem(error);
      setProblems((before) => new Map(before).set(uploadId, { problem, missing: missingOf(problem.fields) }));
    } finally {
      setRunning((before) => new Set([...before].filter((id) => id !== uploadId)));
    }
  }

  const fillAll = useEffectEvent(() => {
    for (const document of unfilled) {
      const { body, key } = fillingOf(draft, document);
      if (tried.current.get(document.uploadId) === key) continue;
      tried.current.set(document.uploadId, key);
      void fill(document.uploadId, document.template?.templateId ?? '', body, key);
    }
  });
  useEffect(() => {
    if (wanted !== '') fillAll();
  }, [wanted]);

  return {
    busy: running.size > 0,
    pending: unfilled.length > 0,
    problems,
    retry: () => {
      tried.current.clear();
      fillAll();
    },
  };
}
