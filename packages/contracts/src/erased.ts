/**
 * What people read in the place of personal data that was erased. The log itself holds it wherever personal data is
 * encrypted, so that an event whose keys are gone still fits its schema.
 */
export const ERASED = 'dados removidos';
