import { Progress } from '@/components/ui/feedback/progress.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';

const WAITING = <Progress label="Carregando" />;

export const CompanyStep = lazyPart(
  () => import('./company-step.tsx'),
  (code) => code.CompanyStep,
  WAITING,
);
export const ParticipantsStep = lazyPart(
  () => import('./people/participants-step.tsx'),
  (code) => code.ParticipantsStep,
  WAITING,
);
export const ReviewStep = lazyPart(
  () => import('./review-step.tsx'),
  (code) => code.ReviewStep,
  WAITING,
);
export const DoneStep = lazyPart(
  () => import('./done-step.tsx'),
  (code) => code.DoneStep,
  WAITING,
);
/** To be fetched while the first step is filled in. */
export const LATER_STEPS = [CompanyStep, ParticipantsStep, ReviewStep, DoneStep];
