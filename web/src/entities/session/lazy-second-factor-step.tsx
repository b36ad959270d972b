import { Progress } from '@/components/ui/feedback/progress.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';

/** The second factor, fetched by those who have one. */
export const LazySecondFactorStep = lazyPart(
  () => import('./second-factor-step.tsx'),
  (code) => code.default,
  <Progress label="Carregando" />,
);
