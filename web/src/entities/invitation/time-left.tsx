import { sayAround } from '@/i18n/say-around.ts';
import { say } from '@/i18n/say.ts';
import { daysUntil, formatDateTime } from '@/lib/format/format.ts';

/** "faltam 3 dias"; what is left of a day goes by its hour, which stands beside it. */
export function timeLeftWords(deadline: string, now: Date = new Date()): string {
  if (new Date(deadline).getTime() <= now.getTime()) return say('o prazo terminou');
  const days = daysUntil(deadline, now);
  if (days === 0) return say('termina hoje');
  return days === 1 ? say('termina amanhã') : say('faltam {0} dias', days);
}

/** Until when one may sign, and how long that is. */
export function TimeLeft({ deadline }: { deadline: string }) {
  return (
    <>
      {sayAround('Assine até {0}', <time dateTime={deadline}>{formatDateTime(deadline)}</time>)} ·{' '}
      {timeLeftWords(deadline)}
    </>
  );
}
