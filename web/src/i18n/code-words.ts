import { ONE_TIME_CODE_LENGTH } from '@lacre/contracts/limits';

/** What a one-time code is, in a sentence: "6 números". */
export const CODE_DIGITS = `${ONE_TIME_CODE_LENGTH} números`;
/** Of the field that it is typed into. */
export const CODE_LABEL = `Código de ${CODE_DIGITS}`;
