import type { TimelineEntryWords } from '@lacre/contracts/timeline';
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
  UserRoundCheck,
  UserRoundPen,
  UserRoundPlus,
  Users,
  type LucideIcon,
} from 'lucide-react';

/** The picture of each thing that can happen to a process. */
export const timelineIcons: Record<TimelineEntryWords['icon'], LucideIcon> = {
  ban: Ban,
  'bell-ring': BellRing,
  'calendar-plus': CalendarPlus,
  'calendar-x': CalendarX,
  'circle-alert': CircleAlert,
  'circle-check': CircleCheck,
  'circle-x': CircleX,
  'file-plus': FilePlus,
  'pen-line': PenLine,
  stamp: Stamp,
  'user-round-check': UserRoundCheck,
  'user-round-pen': UserRoundPen,
  'user-round-plus': UserRoundPlus,
  users: Users,
};
