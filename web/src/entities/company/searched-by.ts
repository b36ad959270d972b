import { COMPANY_FIELDS, searchedInWords } from '@lacre/contracts/registers';

import { capitalised } from '@/lib/format/relative.ts';

/** What companies are searched by, in a field's hint: `CNPJ ou nome`. */
export const COMPANIES_SEARCHED_BY = capitalised(searchedInWords(COMPANY_FIELDS));
