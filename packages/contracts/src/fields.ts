/** Schemas of fields, shared by commands, events and queries, with the messages people read. */
export * from './fields/access.ts';
export * from './fields/contacts.ts';
export * from './fields/erasure.ts';
export * from './fields/identifiers.ts';
export * from './fields/moments.ts';
export * from './fields/place.ts';
export * from './fields/process.ts';
export * from './fields/registers.ts';
export * from './fields/tenant.ts';
export * from './fields/text.ts';
