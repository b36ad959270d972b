import { expect, test } from 'vitest';

import type { ProcessDetail } from '@/entities/process/queries.ts';

import { whatsAppLink } from './whatsapp.ts';

const process = {
  summary: 'Contrato & anexos',
  deadline: '2026-12-01T02:59:59.000Z',
  requester: { name: 'João Prado' },
  company: { companyName: 'Construtora Ipê' },
} as ProcessDetail;
const LINK = 'https://lacre.exemplo.com.br/document?process=1&person=2';

test('the message names requester, documents, company, deadline and link', () => {
  const address = new URL(
    whatsAppLink(process, { name: 'Ana Souza Lima', cellphoneNumber: '11987654321' }, LINK) ?? '',
  );
  expect(address.origin + address.pathname).toBe('https://wa.me/5511987654321');
  expect(address.searchParams.get('text')).toBe(
    `Olá, Ana! João Prado pede a sua assinatura em “Contrato & anexos”, de Construtora Ipê, até 30/11/2026. Para ler e assinar: ${LINK}`,
  );
});

test('without a mobile number there is no message', () => {
  expect(whatsAppLink(process, { name: 'Ana', cellphoneNumber: null }, LINK)).toBeUndefined();
});
