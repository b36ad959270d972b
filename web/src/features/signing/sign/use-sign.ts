import type { BodyOf } from '@lacre/contracts';
import { TERMS_VERSION } from '@lacre/contracts/terms';
import { useState } from 'react';

import { note, type Mark, type Progress } from '@/features/signing/request/progress.ts';
import type { SigningDocument, SigningRequest } from '@/features/signing/request/queries.ts';
import { newIntent } from '@/lib/api/client.ts';
import { asProblem, type Problem } from '@/lib/api/problem.ts';
import { shown } from '@/lib/language/language.ts';
import { personApi } from '@/lib/session/person-session.ts';

import type { ProvenPart } from './proofs.ts';

export interface Act {
  documents: readonly SigningDocument[];
  /** What is declared with it, if anything. */
  declaration: SigningRequest['declaration'];
  progress: Pick<Progress, 'read' | 'answers'>;
  mark: Mark;
  parts: readonly ProvenPart[];
}

/** Signs. A retry of the same act is the same act: it has the same key as long as it says the same. */
export function useSign({
  onSigned,
  onStale,
}: {
  onSigned: () => Promise<void>;
  /** What is shown is no longer so: nothing was signed, and what was chosen stays. */
  onStale: () => Promise<void>;
}): {
  busy: boolean;
  problem: Problem | undefined;
  /** The problem it ended in, if it did. */
  sign: (act: Act) => Promise<Problem | undefined>;
} {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [intents] = useState(() => new Map<string, string>());

  async function sign(act: Act): Promise<Problem | undefined> {
    const body = bodyOf(act);
    const said = JSON.stringify(body);
    const idempotencyKey = intents.get(said) ?? newIntent();
    intents.set(said, idempotencyKey);
    const headers = Object.assign({}, ...act.parts.map((part) => part.headers)) as Record<string, string>;
    setBusy(true);
    setProblem(undefined);
    try {
      await personApi.call('sign', { body, headers, idempotencyKey });
      await onSigned();
      return undefined;
    } catch (error) {
      const failed = asProblem(error);
      setProblem(failed);
      // What was read is not what is to be signed: it is to be read again.
      if (failed.code === 'DOCUMENT_HASH_MISMATCH') forgetReading(act.documents);
      // Signed, canceled or expired meanwhile: the page says which.
      if (failed.status === 404 || failed.status === 409) await onStale().catch(() => undefined);
      return failed;
    } finally {
      setBusy(false);
    }
  }

  return { busy, problem, sign };
}

function bodyOf({ documents, declaration, progress, mark, parts }: Act): BodyOf<'sign'> {
  const signatures = documents.flatMap(({ signatureId, documentId, selection }) => {
    const documentSha256 = progress.read[signatureId];
    const chosen = selection === null ? undefined : progress.answers[signatureId];
    if (documentSha256 === undefined) return [];
    return [
      {
        signatureId,
        documentId,
        documentSha256,
        ...(chosen === undefined ? {} : { selection: [...chosen] }),
      },
    ];
  });
  return Object.assign(
    {
      signatures,
      consent: { accepted: true, termsVersion: TERMS_VERSION, language: shown.language } as const,
      mark,
    },
    declaration === null ? {} : { declarationVersion: declaration.version },
    ...parts.map(({ body }) => body),
  ) as BodyOf<'sign'>;
}

function forgetReading(documents: readonly SigningDocument[]): void {
  const stale = new Set(documents.map(({ signatureId }) => signatureId));
  const rest = <Value>(kept: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(kept).filter(([signatureId]) => !stale.has(signatureId)));
  note(({ read, pages }) => ({ read: rest(read), pages: rest(pages) }));
}
