import { ERASED } from '@lacre/contracts/erased';

/** Whose act it was, as people are told: whoever was erased since is not named any more. */
export const personName = (name: string | null, nobody: string): string =>
  name === ERASED ? `Pessoa com ${ERASED}` : (name ?? nobody);
