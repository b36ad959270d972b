import { DayPicker, type Matcher } from 'react-day-picker';
import { ptBR } from 'react-day-picker/locale/pt-BR';

import { Button } from '@/components/ui/actions/button.tsx';
import { dayOfLocal, localDate, today } from '@/lib/format/day.ts';

/** How far ahead the years go where nothing says until when. */
const YEARS_AHEAD = 10;

/** As Brazilians write it, "sáb": the calendar's own texts leave the accent out. */
const WEEKDAY = new Intl.DateTimeFormat('pt-BR', { weekday: 'short' });
const formatWeekdayName = (day: Date): string => WEEKDAY.format(day).replace('.', '');

const arrow =
  'flex size-10 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-40';

const CLASSES = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: arrow,
  button_next: arrow,
  chevron: 'size-4 fill-current',
  month_caption: 'flex h-10 items-center justify-center px-11',
  dropdowns: 'flex items-center gap-1',
  dropdown_root: '',
  dropdown: 'control h-9 px-1.5 text-sm font-medium capitalize',
  caption_label: 'hidden',
  month_grid: 'mt-2 w-full table-fixed border-collapse',
  weekday: 'h-8 text-xs font-normal text-muted',
  day: 'p-0 text-center text-sm tabular',
  day_button:
    'mx-auto flex h-10 w-full max-w-10 items-center justify-center rounded-lg hover:bg-hover disabled:cursor-not-allowed',
  selected: '[&>button]:bg-primary-fill! [&>button]:text-white [&>button]:font-semibold',
  today: '[&>button]:font-semibold [&>button]:underline [&>button]:underline-offset-4',
  outside: 'text-subtle',
  disabled: 'opacity-40',
  hidden: 'invisible',
};

/** A month's days to choose one from, by pointer and by the arrow keys. */
export function Calendar({
  day,
  min,
  max,
  onChoose,
}: {
  day: string | undefined;
  min: string | undefined;
  max: string | undefined;
  onChoose: (day: string) => void;
}) {
  const now = localDate(today());
  const first = localDate(min ?? '1900-01-01');
  const last = max === undefined ? new Date(now.getFullYear() + YEARS_AHEAD, 11, 31) : localDate(max);
  const outside: Matcher[] = [{ before: first }, { after: last }];
  const offersToday = now >= first && now <= last;
  return (
    <>
      <DayPicker
        mode="single"
        // Opened by the person, it takes the focus (WAI-ARIA Authoring Practices, date picker dialog).
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        locale={ptBR}
        formatters={{ formatWeekdayName }}
        today={now}
        captionLayout="dropdown"
        startMonth={first}
        endMonth={last}
        defaultMonth={day === undefined ? (offersToday ? now : last) : localDate(day)}
        selected={day === undefined ? undefined : localDate(day)}
        disabled={outside}
        onSelect={(_selected, pressed) => onChoose(dayOfLocal(pressed))}
        classNames={CLASSES}
      />
      <div className="mt-2 flex justify-between border-t border-line pt-2">
        <Button variant="ghost" size="sm" disabled={day === undefined} onClick={() => onChoose('')}>
          Limpar
        </Button>
        <Button variant="ghost" size="sm" disabled={!offersToday} onClick={() => onChoose(today())}>
          Hoje
        </Button>
      </div>
    </>
  );
}
