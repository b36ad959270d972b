import { ERASED } from '@lacre/contracts';
import { expect, it } from 'vitest';

import { lexemesAt, OF_PROCESS, ofParticipantAt, withoutSource } from './search-words.ts';

const tenantId = '1a2b3c4d-0000-4000-8000-000000000000';
const [ana, rui] = [ofParticipantAt(0), ofParticipantAt(1)];

it('marks each word with its source, and drops those of an erased person', () => {
  expect(lexemesAt(tenantId, OF_PROCESS, 'São João')).toBe("'1a2b:sao':1 '1a2b:joao':1");
  expect(lexemesAt(tenantId, ana, ERASED, '52998224725')).toBe("'1a2b:52998224725':2");
});

it('removes the words of one source, and leaves those that others share', () => {
  const words = "'1a2b#7d4f' '1a2b:ana':2 '1a2b:contrato':1 '1a2b:souza':1,2,3";
  expect(withoutSource(words, ana)).toBe("'1a2b#7d4f' '1a2b:contrato':1 '1a2b:souza':1,3");
  expect(withoutSource(words, rui)).toBe("'1a2b#7d4f' '1a2b:ana':2 '1a2b:contrato':1 '1a2b:souza':1,2");
});
