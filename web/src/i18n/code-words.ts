import { ONE_TIME_CODE_LENGTH } from '@lacre/contracts/limits';

import { say } from './say.ts';

/** What a one-time code is, in a sentence: "6 números". */
export const codeDigits = (): string => say('{0} números', ONE_TIME_CODE_LENGTH);
/** Of the field that it is typed into. */
export const codeLabel = (): string => say('Código de {0} números', ONE_TIME_CODE_LENGTH);
