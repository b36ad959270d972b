import {
  Ban,
  BellRing,
  CalendarPlus,
  CalendarX,
  CircleAlert,
  CircleCheck,
  CircleX,
  FilePlus,
  PenLine,
  Stamp,
  UserRoundPen,
  UserRoundPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';

import type { TimelineAction } from '@/i18n/timeline-words.ts';

/** The picture of each thing that can happen to a process. */
export const timelineIcons: Record<TimelineAction, LucideIcon> = {
  created: FilePlus,
  signed: PenLine,
  rejected: CircleX,
  'group-asked': UserRoundPlus,
  'participant-replaced': UserRoundPen,
  'contact-replaced': UserRoundPen,
  reminded: BellRing,
  'deadline-extended': CalendarPlus,
  expired: CalendarX,
  'document-completed': Users,
  'document-rejected': CircleX,
  'document-canceled': Ban,
  'document-sealed': Stamp,
  'document-seal-failed': CircleAlert,
  'process-finished': CircleCheck,
  'process-rejected': CircleX,
  'process-canceled': Ban,
};
