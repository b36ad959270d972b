import type { z } from 'zod';

/** What runs in production on the stores, each in a process of its own. */
export const STORE_SERVICES = ['command', 'query', 'projector', 'signer'] as const;
/** And what opens none: the client's files. */
export const SERVICES = [...STORE_SERVICES, 'page'] as const;
export type Service = (typeof SERVICES)[number];

/** start: all services in one process, by `npm start`. commands: the operator's, by `lacre`. */
export type Reader = Service | 'start' | 'commands';

export const EVERYWHERE = [...STORE_SERVICES, 'start', 'commands'] as const;
export const ALL_SERVICES = [...SERVICES, 'start'] as const;
/** What answers operations. */
export const WEB = ['command', 'query', 'signer', 'start'] as const;
export const COMMAND = ['command', 'start'] as const;
export const SIGNER = ['signer', 'start'] as const;

/** A variable of the environment. */
export interface Setting {
  /** Of its text; gives the default of one that is absent. Messages are for people, and never hold the text. */
  schema: z.ZodType;
  /** For operators, in Markdown: what it is for. */
  description: string;
  /** For operators, where the schema's own default says nothing. */
  shownDefault?: string;
  /** A secret can be read from a file too, which `NAME_FILE` names. */
  isSecret?: boolean;
  readBy: readonly Reader[];
  /** These do not start without it. */
  neededBy?: readonly Service[];
}

/** Settings of one subject, by their names. */
export type SettingGroup = Readonly<Record<string, Setting>>;

/** Keeps what the setting says of itself in its type, by which a service gets what it reads and no more. */
export const setting = <const Facts extends Setting>(facts: Facts): Facts => facts;
