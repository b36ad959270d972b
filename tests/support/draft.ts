import { randomUUID } from 'node:crypto';

import type { AnswerOf, BodyOf } from '@lacre/contracts';
import { newDraft } from '@lacre/contracts/new-draft';

/** What a draft says of a process that one person is to sign. */
export function draftContent({
  companyId,
  summary,
  personId,
  upload,
}: {
  companyId: string | null;
  summary: string;
  personId?: string;
  upload?: AnswerOf<'uploadDocument'> | undefined;
}): BodyOf<'saveProcessDraft'>['content'] {
  const draft = newDraft();
  const { requirements } = draft;
  return {
    ...draft,
    intent: randomUUID(),
    summary,
    documents: upload === undefined ? [] : [documentOf(upload)],
    companyId,
    companyOffered: true,
    participants:
      personId === undefined ? [] : [{ personId, part: 'signer' as const, requirements, group: 1 }],
    tagIds: [],
    defaulted: true,
  };
}

function documentOf({
  sha256: _shown,
  sourceSha256: _sent,
  signatures: _read,
  ...upload
}: AnswerOf<'uploadDocument'>) {
  return { ...upload, chosenName: upload.name, order: 1 };
}
