import type { DocumentStatus, ProcessStatus, SignatureStatus } from '@lacre/contracts';
import { Ban, CircleCheck, CircleX, Clock, Stamp, type LucideIcon } from 'lucide-react';

import { Badge } from '@/components/ui/display/badge.tsx';
import { Tooltip } from '@/components/ui/overlays/tooltip.tsx';
import { sayWord } from '@/i18n/say.ts';
import {
  documentStatus,
  expiredSignature,
  ownSignature,
  processStatus,
  signatureWord,
  type Word,
} from '@/i18n/vocabulary.ts';

type Status = ProcessStatus | DocumentStatus | SignatureStatus;

const icons: Record<Status, LucideIcon> = {
  waiting: Clock,
  pending: Clock,
  finished: CircleCheck,
  signed: CircleCheck,
  sealed: Stamp,
  completed: Stamp,
  failed: CircleX,
  rejected: CircleX,
  canceled: Ban,
};

type StatusBadgeProps =
  | { of: 'process'; status: ProcessStatus }
  | { of: 'document'; status: DocumentStatus }
  | {
      of: 'signature';
      status: SignatureStatus;
      documentStatus?: DocumentStatus | undefined;
      /** It is the reader's: what they did is said of the document, not of them. */
      own?: boolean;
      /** Closed by the deadline, without an act. */
      expired?: boolean;
    };

/**
 * The state of a process, a document or a signature, in the same words everywhere; its meaning on hover.
 *
 * @param props.plain words alone, where there is no room for a frame
 */
export function StatusBadge({ plain = false, ...props }: StatusBadgeProps & { plain?: boolean }) {
  const word = wordOf(props);
  return plain ? <span>{sayWord(word.label)}</span> : <WordBadge word={word} status={props.status} />;
}

/** A state in words of its own, with the picture of the status it comes from. */
export function WordBadge({ word, status }: { word: Word; status: Status }) {
  const Icon = icons[status];
  return (
    <Tooltip text={sayWord(word.meaning)}>
      <span className="relative inline-flex">
        <Badge tone={word.tone} icon={<Icon aria-hidden="true" />}>
          {sayWord(word.label)}
        </Badge>
      </span>
    </Tooltip>
  );
}

function wordOf(props: StatusBadgeProps): Word {
  if (props.of === 'process') return processStatus[props.status];
  if (props.of === 'document') return documentStatus[props.status];
  if (props.expired === true) return expiredSignature;
  const word = signatureWord(props.status, props.documentStatus);
  const label = props.own === true ? ownSignature[props.status] : undefined;
  return label === undefined ? word : { ...word, label };
}
