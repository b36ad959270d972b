/** Answers: what queries and commands give back. */
export * from './account-shapes.ts';
export * from './answer-shapes.ts';
export * from './company-shapes.ts';
export * from './embedded-signature.ts';
export * from './process-draft-shapes.ts';
export * from './process-shapes.ts';
export * from './template-shapes.ts';
export * from './validation-shapes.ts';
