export * from './api/operation.ts';
export * from './api/operations.ts';
export * from './api/paths.ts';
export * as shapes from './api/shapes.ts';
export * from './brazil/index.ts';
export * from './errors.ts';
export * from './events/index.ts';
export * from './fields.ts';
export * from './seal-steps.ts';
