import { formatCpf } from '@lacre/contracts/brazil';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import type { CSSProperties, HTMLAttributes } from 'react';

import { Button } from '@/components/ui/actions/button.tsx';
import { Avatar } from '@/components/ui/display/avatar.tsx';
import { Badge } from '@/components/ui/display/badge.tsx';
import { Email } from '@/components/ui/display/email.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { AtRequestBox } from '@/entities/process/at-request-controls.tsx';
import { RequirementBadges } from '@/entities/process/requirements.tsx';
import type { DraftParticipant } from '@/features/processes/wizard/draft/draft.ts';
import { PARTS, partWords } from '@/i18n/vocabulary.ts';

// Few processes are signed at another's request.
const AtRequestFields = lazyPart(
  () => import('./at-request-fields.tsx'),
  (code) => code.AtRequestFields,
);

/** Where a row stands in the order, and how it gets elsewhere. */
export interface RowOrder {
  /** How many places there are. */
  places: number;
  isFirst: boolean;
  isLast: boolean;
  /** What makes an element the handle that the row is dragged by. */
  handle: HTMLAttributes<HTMLElement>;
  onMove: (step: 1 | -1) => void;
  onPlace: (group: number) => void;
}

/** One who takes part: who they are, in which part, at which place, and what they must show. */
export function ParticipantRow({
  participant,
  role,
  order,
  style,
  offersRequest,
  reasonAgainst,
  onChange,
  onRemove,
}: {
  participant: DraftParticipant;
  /** The template's place that they take: it says their part. */
  role: string | undefined;
  /** Undefined where all sign at the same time. */
  order: RowOrder | undefined;
  style: CSSProperties | undefined;
  /** Whether they may be said to sign at another's request. */
  offersRequest: boolean;
  /** Why a person cannot be chosen as the one in whose name they sign. */
  reasonAgainst: (personId: string) => string | undefined;
  onChange: (next: Partial<DraftParticipant>) => void;
  onRemove: () => void;
}) {
  const { personId, name, cpf, email, part, requirements, atRequestOf } = participant;
  return (
    <li data-person={personId} style={style} className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3">
      {order !== undefined && (
        <span
          {...order.handle}
          aria-hidden="true"
          data-handle=""
          className="touch-none py-2 text-subtle"
          style={{ cursor: 'grab' }}
        >
          <GripVertical className="size-4" />
        </span>
      )}
      {/* A phone's width is the names' and addresses': they are what is checked. */}
      <span className="max-sm:hidden">
        <Avatar name={name} size="sm" />
      </span>
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium wrap-anywhere">
          {name}
          {role !== undefined && <Badge tone="primary">{role}</Badge>}
        </p>
        <p className="flex min-w-0 flex-wrap gap-x-1.5 text-[0.8125rem] text-muted">
          <span className="tabular">{formatCpf(cpf)}</span>
          <Email className="max-w-full">{email}</Email>
        </p>
      </div>
      <Select
        aria-label={`Papel de ${name}`}
        className="w-44 max-sm:order-1"
        value={part}
        disabled={role !== undefined}
        onChange={({ target }) => {
          const next = PARTS.find((one) => one === target.value) ?? part;
          // A witness signs for no one.
          onChange({ part: next, ...(next === 'attestant' && { atRequestOf: undefined }) });
        }}
        options={PARTS.map((one) => ({ value: one, label: partWords[one].label }))}
      />
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Remover ${name}`}
        data-remove=""
        icon={<X />}
        onClick={onRemove}
      />
      {order !== undefined && <OrderControls name={name} group={participant.group} order={order} />}
      <div className="basis-full max-sm:order-2 sm:pl-13">
        <div className="flex flex-wrap gap-1.5">
          <RequirementBadges requirements={requirements} />
        </div>
        {part !== 'attestant' && offersRequest && (
          <AtRequestBox
            name={name}
            checked={atRequestOf !== undefined}
            onChange={(checked) =>
              onChange({ atRequestOf: checked ? { person: null, impediment: null } : undefined })
            }
          />
        )}
        {atRequestOf !== undefined && (
          <AtRequestFields
            of={name}
            request={atRequestOf}
            reasonAgainst={reasonAgainst}
            onChange={(next) => onChange({ atRequestOf: next })}
          />
        )}
      </div>
    </li>
  );
}

function OrderControls({ name, group, order }: { name: string; group: number; order: RowOrder }) {
  const { places, isFirst, isLast, onMove, onPlace } = order;
  return (
    <div className="flex items-center gap-1 max-sm:order-1 sm:basis-full sm:pl-13">
      <Select
        aria-label={`Ordem de ${name}`}
        data-control="place"
        className="w-24"
        value={String(group)}
        onChange={({ target }) => onPlace(Number(target.value))}
        options={Array.from({ length: places }, (_, index) => ({
          value: String(index + 1),
          label: `${index + 1}º`,
        }))}
      />
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Mover ${name} para cima`}
        data-control="up"
        icon={<ArrowUp />}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={`Mover ${name} para baixo`}
        data-control="down"
        icon={<ArrowDown />}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </div>
  );
}
