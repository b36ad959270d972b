import {
  Ban,
  CircleCheck,
  CircleX,
  FilePlus,
  PenLine,
  Stamp,
  UserRoundPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';

import type { TimelineAction } from '@/i18n/vocabulary.ts';

/** The picture of each thing that can happen to a process. */
export const timelineIcons: Record<TimelineAction, LucideIcon> = {
  created: FilePlus,
  signed: PenLine,
  rejected: CircleX,
  'group-asked': UserRoundPlus,
  'document-completed': Users,
  'document-rejected': CircleX,
  'document-canceled': Ban,
  'document-sealed': Stamp,
  'process-finished': CircleCheck,
  'process-rejected': CircleX,
  'process-canceled': Ban,
};
