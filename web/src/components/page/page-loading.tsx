import { Progress } from '@/components/ui/feedback/progress.tsx';

/** Shown while a screen is on its way for more than 400 ms. */
export function PageLoading() {
  return (
    <output className="flex min-h-[50dvh] flex-col items-center justify-center gap-4">
      <Progress label="Carregando a página" className="w-40" />
      <p className="text-sm text-muted">Carregando…</p>
    </output>
  );
}
