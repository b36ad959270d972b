import { lazyDialog } from '@/components/ui/lazy/lazy-dialog.tsx';

import { actOf } from './next-step.ts';
import type { Mark, OpenDialog, Progress } from './progress.ts';
import type { SigningDocument } from './queries.ts';

// Each fetched when it is opened first: the page itself shows sooner.
const RejectDialog = lazyDialog(
  () => import('./reject-dialog.tsx'),
  (code) => code.default,
);
const AnswerDialog = lazyDialog(
  () => import('./answer-dialog.tsx'),
  (code) => code.default,
);
const MarkDialog = lazyDialog(
  () => import('@/features/signing/mark/mark-dialog.tsx'),
  (code) => code.default,
);
const DelegateDialog = lazyDialog(
  () => import('./delegate-dialog.tsx'),
  (code) => code.default,
);

/** The dialog that is open over the page, unless what it is about has been done elsewhere meanwhile. */
export function DialogOverPage({
  dialog,
  pending,
  answers,
  mark,
  name,
  onMark,
  onShow,
  onRejected,
  delegable,
  onDelegated,
}: {
  dialog: OpenDialog | undefined;
  pending: readonly SigningDocument[];
  answers: Progress['answers'];
  mark: Mark;
  name: string;
  onMark: (mark: Mark) => void;
  onShow: (dialog: OpenDialog | undefined) => void;
  onRejected: () => Promise<void>;
  /** The process whose signatures may be handed on. */
  delegable: string | undefined;
  onDelegated: () => Promise<void>;
}) {
  const close = () => onShow(undefined);
  if (dialog?.kind === 'reject') {
    const documents = pending.filter(({ signatureId }) => dialog.signatureIds.includes(signatureId));
    if (documents.length === 0) return null;
    return (
      <RejectDialog key={actOf(documents)} documents={documents} onClose={close} onRejected={onRejected} />
    );
  }
  if (dialog?.kind === 'answer') {
    const document = pending.find(({ signatureId }) => signatureId === dialog.signatureId);
    if (document === undefined || document.selection === null) return null;
    return (
      <AnswerDialog
        document={{ ...document, selection: document.selection }}
        answer={dialog.chosen ?? answers[document.signatureId]}
        onChoose={(chosen) => onShow({ ...dialog, chosen })}
        onClose={close}
      />
    );
  }
  if (dialog?.kind === 'delegate') {
    if (delegable === undefined) return null;
    return (
      <DelegateDialog
        processId={delegable}
        draft={dialog.draft}
        onDraft={(draft) => onShow({ kind: 'delegate', draft })}
        onDelegated={onDelegated}
        onClose={close}
      />
    );
  }
  if (dialog?.kind !== 'mark') return null;
  return (
    <MarkDialog
      mark={mark}
      draft={dialog.draft}
      name={name}
      onDraft={(draft) => onShow({ kind: 'mark', draft })}
      onChosen={onMark}
      onClose={close}
    />
  );
}
