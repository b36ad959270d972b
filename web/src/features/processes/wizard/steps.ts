/** The wizard's steps, in order; the last is reached by creating the process. */
export const STEPS = [
  { id: 'documentos', label: 'Documentos' },
  { id: 'empresa', label: 'Empresa' },
  { id: 'signatarios', label: 'Signatários' },
  { id: 'revisao', label: 'Revisão' },
  { id: 'fim', label: 'Fim' },
] as const;
export type StepId = (typeof STEPS)[number]['id'];
