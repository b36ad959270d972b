import { daysUntil, formatDateTime, plural } from '@/lib/format/format.ts';

/** "faltam 3 dias"; what is left of a day goes by its hour, which stands beside it. */
export function timeLeftWords(deadline: string, now: Date = new Date()): string {
  if (new Date(deadline).getTime() <= now.getTime()) return 'o prazo terminou';
  const days = daysUntil(deadline, now);
  if (days === 0) return 'termina hoje';
  return days === 1 ? 'termina amanhã' : `faltam ${plural(days, 'dia')}`;
}

/** Until when one may sign, and how long that is. */
export function TimeLeft({ deadline }: { deadline: string }) {
  return (
    <>
      Assine até <time dateTime={deadline}>{formatDateTime(deadline)}</time> · {timeLeftWords(deadline)}
    </>
  );
}
