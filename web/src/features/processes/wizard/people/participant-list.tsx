import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

import { AtRequestToggle } from '@/entities/process/at-request-controls.tsx';
import type { ChangeDraft } from '@/features/processes/wizard/draft/draft-store.ts';
import type { Draft, DraftParticipant } from '@/features/processes/wizard/draft/draft.ts';
import { listed, moved, placeInWords } from '@/features/processes/wizard/draft/order.ts';

import { ParticipantRow } from './participant-row.tsx';
import { reasonAgainst } from './taking-part.ts';
import { useRowDrag } from './use-row-drag.ts';

/**
 * Everyone who takes part, in one list. Where they sign in order it is the order: a row is moved by dragging it, by its
 * buttons, or by choosing its number, and the focus stays with it.
 */
export function ParticipantList({
  draft,
  change,
  heading,
}: {
  draft: Draft;
  change: ChangeDraft;
  /** Takes the focus when the last row goes. */
  heading: RefObject<HTMLHeadingElement | null>;
}) {
  const rows = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  const keepFocus = useKeptFocus(rows);
  const participants = listed(draft);
  const places = Math.max(participants.length, ...participants.map(({ group }) => group));

  function move(from: number, to: number): void {
    const one = participants[from];
    if (one === undefined || from === to) return;
    const next = moved(draft, from, to);
    change(() => ({ participants: next }));
    setSaid(placeInWords(next, one.personId));
  }

  function update(personId: string, next: Partial<DraftParticipant>): void {
    const all = draft.participants.map((item) => (item.personId === personId ? { ...item, ...next } : item));
    change(() => ({ participants: all }));
    if (next.group !== undefined) setSaid(placeInWords(all, personId));
  }

  /** The button pressed goes with its row: the focus moves to the next one's, or to the list's name. */
  function remove(personId: string, index: number): void {
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-remove]');
    const next = buttons?.[index + 1] ?? buttons?.[index - 1] ?? heading.current;
    change((current) => ({
      participants: current.participants.filter((item) => item.personId !== personId),
    }));
    next?.focus();
  }

  const drag = useRowDrag(rows, move);
  const [asksRequest, setAsksRequest] = useState(false);
  const hasRequest = participants.some(({ atRequestOf }) => atRequestOf !== undefined);
  return (
    <>
      {participants.length > 0 && (
        <ol ref={rows} className="mt-4 divide-y divide-line rounded-xl border border-line">
          {participants.map((participant, index) => (
            <ParticipantRow
              key={participant.personId}
              participant={participant}
              role={draft.roles.find(({ key }) => key === participant.role)?.label}
              order={
                draft.ordered
                  ? {
                      places,
                      isFirst: index === 0,
                      isLast: index === participants.length - 1,
                      handle: drag.handleOf(index),
                      onMove: (step) => {
                        keepFocus(participant.personId);
                        move(index, index + step);
                      },
                      onPlace: (group) => {
                        keepFocus(participant.personId);
                        update(participant.personId, { group });
                      },
                    }
                  : undefined
              }
              style={drag.styleOf(index)}
              offersRequest={asksRequest || hasRequest}
              reasonAgainst={reasonAgainst(draft)}
              onChange={(next) => update(participant.personId, next)}
              onRemove={() => remove(participant.personId, index)}
            />
          ))}
        </ol>
      )}
      {participants.length > 0 && !hasRequest && (
        <div className="mt-2">
          <AtRequestToggle open={asksRequest} onToggle={setAsksRequest} />
        </div>
      )}
      <output className="sr-only">{said}</output>
    </>
  );
}

/** Gives the focus back to the control that moved with its row, or to its neighbour where it went away with the move. */
function useKeptFocus(rows: RefObject<HTMLElement | null>): (personId: string) => void {
  const wanted = useRef<{ personId: string; control: string }>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const { personId, control } = wanted.current;
    wanted.current = undefined;
    const row = rows.current?.querySelector(`[data-person="${personId}"]`);
    const same = row?.querySelector<HTMLElement>(`[data-control="${control}"]:not(:disabled)`);
    (same ?? row?.querySelector<HTMLElement>('[data-control]:not(:disabled)'))?.focus();
  });
  return (personId) => {
    const control = document.activeElement?.getAttribute('data-control') ?? '';
    wanted.current = { personId, control };
  };
}
