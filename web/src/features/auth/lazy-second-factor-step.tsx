import { lazyPart } from '@/components/app/lazy-part.tsx';
import { Progress } from '@/components/ui/progress.tsx';

/** The second factor, fetched by those who have one. */
export const LazySecondFactorStep = lazyPart(
  () => import('./second-factor-step.tsx'),
  (code) => code.default,
  <Progress label="Carregando" />,
);
