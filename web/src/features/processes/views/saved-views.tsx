import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { ConfirmCommand } from '@/components/form/confirm-command.tsx';
import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { MenuItem } from '@/components/ui/actions/dropdown-menu.tsx';
import { MoreMenu } from '@/components/ui/actions/more-menu.tsx';
import type { ProcessSearch } from '@/entities/process/queries.ts';
import { api } from '@/lib/session/session.ts';
import { cn } from '@/lib/style/cn.ts';

import { isSameList, keptOf, viewQueries, type KeptSearch, type ProcessView } from './queries.ts';
import { ViewDialog } from './view-dialog.tsx';

type Asked =
  | { act: 'save'; viewId: string; kept: KeptSearch }
  | { act: 'rename'; view: ProcessView }
  | { act: 'remove'; view: ProcessView };

/** The user's own lists, each a press away, and what the list is now to be kept; nothing where there is neither. */
export function SavedViews({ search }: { search: ProcessSearch }) {
  const queryClient = useQueryClient();
  const { data, error, isFetching, refetch } = useQuery(viewQueries.list());
  const [asked, setAsked] = useState<Asked>();
  const place = useRef<HTMLElement>(null);
  if (data === undefined)
    return error === null ? null : (
      <ProblemCallout
        error={error}
        failed="Não foi possível mostrar suas listas salvas"
        onRetry={() => void refetch()}
        retrying={isFetching}
        className="w-full"
      />
    );
  const kept = keptOf(search);
  const isKept = data.items.some((view) => isSameList(view, kept));
  const maySave = Object.keys(kept).length > 0 && !isKept;
  if (data.items.length === 0 && !maySave) return null;
  const close = (): void => setAsked(undefined);
  return (
    <nav
      ref={place}
      tabIndex={-1}
      aria-label="Listas salvas"
      className="-my-2 flex h-14 min-w-0 flex-1 items-center overflow-x-auto px-1 outline-none max-sm:-mr-4"
    >
      <ul className="flex shrink-0 items-center gap-2">
        {maySave && (
          <li>
            <Button
              size="sm"
              variant="ghost"
              onClick={() => setAsked({ act: 'save', viewId: crypto.randomUUID(), kept })}
            >
              Salvar esta lista
            </Button>
          </li>
        )}
        {data.items.map((view) => (
          <Kept key={view.viewId} view={view} isShown={isSameList(view, kept)} onAsk={setAsked} />
        ))}
      </ul>
      {asked?.act === 'save' && (
        <ViewDialog viewId={asked.viewId} kept={asked.kept} name="" onClose={close} />
      )}
      {asked?.act === 'rename' && (
        <ViewDialog
          viewId={asked.view.viewId}
          kept={keptOf(asked.view)}
          name={asked.view.name}
          onClose={close}
        />
      )}
      {asked?.act === 'remove' && (
        <ConfirmCommand
          title="Excluir esta lista salva?"
          description={
            <>
              <strong className="font-medium wrap-anywhere text-ink">{asked.view.name}</strong> sai das suas
              listas. Os processos ficam como estão.
            </>
          }
          confirmLabel="Excluir lista"
          danger
          send={(idempotencyKey) =>
            api.call('removeProcessView', { params: { viewId: asked.view.viewId }, idempotencyKey })
          }
          onDone={async () => {
            await queryClient.invalidateQueries({ queryKey: viewQueries.all });
            close();
            place.current?.focus();
          }}
          onClose={close}
        />
      )}
    </nav>
  );
}

function Kept({
  view,
  isShown,
  onAsk,
}: {
  view: ProcessView;
  isShown: boolean;
  onAsk: (asked: Asked) => void;
}) {
  const chip = useRef<HTMLLIElement>(null);
  // The row is wider than the window where there are many: the list that shows is not one that is out of sight.
  useEffect(() => {
    if (isShown) chip.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <li
      ref={chip}
      className={cn(
        'flex max-w-56 items-center rounded-full border pl-4',
        isShown ? 'border-primary-line bg-primary-soft' : 'border-line bg-surface',
      )}
    >
      <Link
        to="/processes"
        search={keptOf(view)}
        replace
        aria-current={isShown ? 'page' : undefined}
        className={cn(
          'min-w-0 truncate text-sm font-medium underline-offset-4 hover:underline',
          isShown && 'text-primary-ink',
        )}
      >
        {view.name}
      </Link>
      <MoreMenu size="iconSm" label={`Ações da lista ${view.name}`}>
        <MenuItem icon={<Pencil />} onSelect={() => onAsk({ act: 'rename', view })}>
          Renomear
        </MenuItem>
        <MenuItem icon={<Trash2 />} onSelect={() => onAsk({ act: 'remove', view })}>
          Excluir
        </MenuItem>
      </MoreMenu>
    </li>
  );
}
