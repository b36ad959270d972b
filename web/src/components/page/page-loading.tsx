import { Progress } from '@/components/ui/feedback/progress.tsx';
import { say } from '@/i18n/say.ts';

/** Shown while a screen is on its way for more than 400 ms. */
export function PageLoading() {
  return (
    <output className="flex min-h-[50dvh] flex-col items-center justify-center gap-4">
      <Progress label={say('Carregando a página')} className="w-40" />
      <p className="text-sm text-muted">{say('Carregando…')}</p>
    </output>
  );
}
