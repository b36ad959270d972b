import { ERASED } from '@lacre/contracts/erased';

/** The actor's name, as shown: an erased person is not named any more. */
export const personName = (name: string | null, nobody: string): string =>
  name === ERASED ? `Pessoa com ${ERASED}` : (name ?? nobody);
