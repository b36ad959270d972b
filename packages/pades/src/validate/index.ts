// For the laboratory and the command line of this package; a product takes `@lacre/pades`.
export { changedObjects } from './revisions/revision-change.ts';
export { type Coverage, readCoverage } from './signature-coverage.ts';
