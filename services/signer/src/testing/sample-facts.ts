import type { Part } from '@lacre/contracts';

import type { EvidenceFacts, EvidenceParticipant } from '../evidence/evidence-facts.ts';

const SHA256 = 'a3f5c2d1e4b60718293a4b5c6d7e8f90123456789abcdef0fedcba9876543210';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 ' +
  'Mobile/15E148 Safari/604.1';
const NAMES = [
  'Ana Beatriz Souza Lima',
  'Maria Aparecida dos Santos Albuquerque de Mendonça Furtado e Silva Vasconcelos Pereira do Nascimento Júnior',
  'João Conceição',
  'Ñandú Œuvre Łukasz Żółć',
];
const PARTS: readonly Part[] = ['signer', 'signatory', 'attestant'];

/** What evidence pages state of a document with that many participants, all that can vary varied. */
export function sampleFacts(participants: number): EvidenceFacts {
  const people = Array.from({ length: participants }, (_, index) => participant(index));
  return {
    document: {
      documentId: '0b0f1f6c-9a52-4a54-9d4c-1b7f6a3f2c11',
      name: 'Contrato de prestação de serviços – revisão final.pdf',
      pages: 12,
      sizeBytes: 1_234_567,
      sha256: SHA256,
      sourceSha256: SHA256.replace('a', 'b'),
      alreadySigned: false,
    },
    process: {
      processId: '5f3e1f6c-9a52-4a54-9d4c-1b7f6a3f2c22',
      summary: 'Contrato anual de manutenção predial',
      tenantName: 'Alfa Participações',
      companyName: 'Alvorada Serviços e Comércio Ltda',
      companyCnpj: '12.ABC.345/01DE-35',
      requesterName: 'Carlos Menezes',
      createdAt: '2026-11-20T12:00:00.000Z',
      minimumSignatories: 1,
    },
    participants: people,
    timeline: [
      { at: '2026-11-20T12:00:00.000Z', action: 'ProcessCreated', who: 'Carlos Menezes', reason: null },
      ...people.flatMap(({ at, name: who }) =>
        at === null ? [] : [{ at, action: 'SignatureSigned' as const, who, reason: null }],
      ),
      { at: '2026-11-21T14:30:12.000Z', action: 'DocumentCompleted', who: null, reason: null },
    ],
    validation: {
      code: '7QK3-M2XA-9VTB-0D4F',
      url: 'https://lacre.exemplo.com.br/validate?code=7QK3-M2XA-9VTB-0D4F',
      page: 'https://lacre.exemplo.com.br/validate',
    },
    seal: {
      sealedAt: '2026-11-21T14:30:13.000Z',
      level: 'B-B',
      certificateSubject: 'Selo local - Alfa',
      certificateIssuer: 'AC emissora local - Alfa',
      localAuthority: true,
    },
  };
}

function participant(index: number): EvidenceParticipant {
  const person = { name: NAMES[index % 4] ?? '', cpf: '***.982.247-**', part: PARTS[index % 3] ?? 'signer' };
  if (index === 3) {
    const none = { at: null, authentication: null, client: {}, rejectReason: null };
    return { ...person, status: 'canceled', ...none };
  }
  const client =
    index % 2 === 0
      ? { ip: '177.45.102.33' }
      : {
          ip: '2804:14d:5c5a:8f3b:1c2d:3e4f:5a6b:7c8d',
          userAgent: IPHONE,
          state: 'São Paulo',
          country: 'Brasil',
          latitude: '-23.5505',
          longitude: '-46.6333',
        };
  const at = '2026-11-21T14:26:12.000Z';
  return { ...person, status: 'signed', at, authentication: 'cpf-email-code', client, rejectReason: null };
}
