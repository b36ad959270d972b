import type { shapes } from '@lacre/contracts';
import type { z } from 'zod';

export type CompanyRegistration = z.output<typeof shapes.companyRegistration>;
export type PostalAddress = z.output<typeof shapes.postalAddress>;
/** As far as it is known. */
export interface Place {
  country: string | null;
  state: string | null;
  city: string | null;
}

/** Something that others know. */
export interface Source<Asked, Value> {
  /** @returns undefined for what the source does not know. @throws SourceUnavailable when it cannot be asked now */
  find(asked: Asked): Promise<Value | undefined>;
}

/** The source is away, too slow, too busy, or its answer was unreadable. */
export class SourceUnavailable extends Error {
  override readonly name = 'SourceUnavailable';
}

export interface Coordinates {
  /** Degrees, as text: what was sent, to the digit. */
  latitude: string;
  longitude: string;
}

/** What the platform looks up elsewhere. */
export interface Sources {
  cnpj: Source<string, CompanyRegistration>;
  cep: Source<string, PostalAddress>;
  /** Undefined: places are known by their coordinates alone. */
  place: Source<Coordinates, Place> | undefined;
}
