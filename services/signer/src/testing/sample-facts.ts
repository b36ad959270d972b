import {
  CONSENT_SHA256,
  consentText,
  legalClaim,
  TERMS_VERSION,
  type ClientContext,
  type FaceEvidence,
  type Part,
} from '@lacre/contracts';

import {
  NO_ACT,
  type EvidenceFacts,
  type EvidenceMoment,
  type EvidenceParticipant,
} from '../evidence/evidence-facts.ts';
import type { EvidenceMethod } from '../evidence/evidence-method.ts';

/** A face that was recognised. */
export const sampleFace: FaceEvidence = {
  similarity: 97.43,
  distance: 0.2731,
  threshold: 50,
  modelId: 'face-api-1.7/resnet-128',
  challengeId: '0198c5a0-7d1e-7c3a-9f52-3b1d2c4e5f60',
  capture: 'live',
  enrolledAt: '2026-11-20T14:03:00.000Z',
  consentVersion: '2',
  enrolment: { enrolmentId: '0198c59d-3a42-7b10-8c44-5d6e7f809112', capture: 'live', photos: 5 },
};

const SHA256 = 'a3f5c2d1e4b60718293a4b5c6d7e8f90123456789abcdef0fedcba9876543210';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 ' +
  'Mobile/15E148 Safari/604.1';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const NAMES = [
  'Ana Beatriz Souza Lima',
  'Maria Aparecida dos Santos Albuquerque de Mendonça Furtado e Silva Vasconcelos Pereira do Nascimento Júnior',
  'João Conceição',
  'Ñandú Œuvre Łukasz Żółć',
];
const PARTS: readonly Part[] = ['signer', 'signatory', 'attestant'];
/** Two strokes: a loop, and a line under it. */
export const DRAWN_MARK =
  'M40 140L80 60L130 40L150 80L120 130L90 150L160 120L220 70L260 60L250 110L300 90L360 80L420 100M60 170L300 160L520 165';
const MARKS = [
  null,
  { style: 'upright', drawing: null },
  { style: 'drawn', drawing: DRAWN_MARK },
  { style: 'flourish', drawing: null },
  { style: 'slanted', drawing: null },
] as const satisfies readonly EvidenceParticipant['mark'][];
const AT = '2026-11-21T14:26:12.000Z';

const identifier = (number: number): string =>
  `5f3e1f6c-9a52-4a54-9d4c-${number.toString(16).padStart(12, '0')}`;

/** What evidence pages state of a document with that many participants, all that can vary varied. */
export function sampleFacts(participants: number): EvidenceFacts {
  const people = Array.from({ length: participants }, (_, index) => participant(index));
  return {
    partial: false,
    document: {
      documentId: '0b0f1f6c-9a52-4a54-9d4c-1b7f6a3f2c11',
      name: 'Contrato de prestação de serviços – revisão final.pdf',
      pages: 12,
      sizeBytes: 1_234_567,
      sha256: SHA256,
      sourceSha256: SHA256.replace('a', 'b'),
      alreadySigned: false,
      sealedSha256: null,
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
      deadline: null,
    },
    participants: people,
    embedded: [],
    timeline: timelineOf(people),
    terms: [
      { version: TERMS_VERSION, text: consentText(TERMS_VERSION), sha256: CONSENT_SHA256[TERMS_VERSION] },
    ],
    declarations: [],
    chain: sampleChain(participants + 2),
    validation: {
      code: '7QK3-M2XA-9VTB-0D4F',
      secret: '407162',
      url: 'https://lacre.exemplo.com.br/validate?code=7QK3-M2XA-9VTB-0D4F',
      page: 'https://lacre.exemplo.com.br/validate',
    },
    seal: {
      sealedAt: '2026-11-21T14:30:13.000Z',
      level: 'B-LTA',
      certificateSubject: 'Selo local - Alfa',
      certificateIssuer: 'AC emissora local - Alfa',
      certificateSha256: SHA256.toUpperCase().toLowerCase().split('').toReversed().join(''),
      certificateNotAfter: '2029-11-20T12:00:00.000Z',
      authority: 'local',
      timeStampAuthority: { name: 'Carimbo do tempo local - Alfa', local: true },
    },
  };
}

/** The same while the last `missing` of them have not signed. */
export function partialFacts(participants: number, missing: number): EvidenceFacts {
  const facts = sampleFacts(participants);
  const people = facts.participants.map((person, index) =>
    index < participants - missing ? person : { ...person, ...NO_ACT },
  );
  return { ...facts, partial: true, participants: people, timeline: timelineOf(people, false) };
}

/** A timeline of that many events, some with reasons. */
export function longTimeline(events: number): EvidenceMoment[] {
  return Array.from({ length: events }, (_, index) => {
    const refused = index % 9 === 4;
    return {
      ...place(index),
      at: new Date(Date.parse('2026-11-01T12:00:00.000Z') + index * 5_400_000).toISOString(),
      action: index === 0 ? 'ProcessCreated' : refused ? 'SignatureRejected' : 'SignatureSigned',
      actor: 'person',
      who: NAMES[index % 4] ?? '',
      reason: refused ? 'O valor da cláusula 4.2 não é o que foi combinado na reunião de novembro.' : null,
      cause: null,
      detail: null,
    };
  });
}

/** The only participant of `sampleFacts(1)`, with something changed. */
export function factsWith(change: Partial<EvidenceParticipant>): EvidenceFacts {
  const facts = sampleFacts(1);
  return { ...facts, participants: facts.participants.map((person) => Object.assign(person, change)) };
}

const sampleCommitment = (pointer: string) => ({ eventId: identifier(0xe000), pointer, sha256: SHA256 });

/** A chain of the right form; its hashes are of nothing. */
function sampleChain(events: number): EvidenceFacts['chain'] {
  const chained = Array.from({ length: events }, (_, index) => ({
    eventId: identifier(0xe000 + index),
    revision: index,
    sha256: SHA256,
    canonical: index % 2 === 0 ? '{}' : null,
    disclosures: [],
  }));
  return { head: SHA256.replaceAll('a', 'e'), events: chained, document: '{}' };
}

const place = (index: number) => ({
  eventId: identifier(0xe000 + index),
  revision: index,
  position: String(4711 + index),
});

/** Of an event that says no more than its actor and act. */
const PLAIN = { cause: null, detail: null } as const;

function timelineOf(people: readonly EvidenceParticipant[], completed = true): EvidenceMoment[] {
  const created = { ...place(0), at: '2026-11-20T12:00:00.000Z', action: 'ProcessCreated' } as const;
  const signed = people.flatMap(({ at, event, name: who }) =>
    at === null || event === null
      ? []
      : [{ ...event, at, action: 'SignatureSigned', actor: 'person', who, reason: null, ...PLAIN } as const],
  );
  const end = {
    ...place(people.length + 1),
    at: '2026-11-21T14:30:12.000Z',
    action: 'DocumentCompleted',
  } as const;
  return [
    { ...created, actor: 'user', who: 'Carlos Menezes', reason: null, ...PLAIN },
    ...signed,
    ...(completed
      ? [{ ...end, actor: 'person', who: 'João Conceição', reason: null, ...PLAIN } as const]
      : []),
  ];
}

function participant(index: number): EvidenceParticipant {
  const person = {
    personId: identifier(0xa000 + index),
    signatureId: `5f3e1f6c-9a52-4a54-9d4c-1b7f6a3f2c22:${index + 1}`,
    name: NAMES[index % 4] ?? '',
    stated: [],
    cpf: '***.982.247-**',
    cpfCommitment: sampleCommitment(`/data/participants/${index}/cpf`),
    contact: null,
    part: PARTS[index % 3] ?? 'signer',
    atRequestOf: null,
  };
  if (index === 3) return { ...person, ...NO_ACT, status: 'canceled' };
  const client: ClientContext =
    index % 2 === 0
      ? { ip: '177.45.102.33', userAgent: CHROME }
      : {
          ip: '2804:14d:5c5a:8f3b:1c2d:3e4f:5a6b:7c8d',
          userAgent: IPHONE,
          state: 'São Paulo',
          country: 'Brasil',
          latitude: '-23.5505',
          longitude: '-46.6333',
        };
  const methods: EvidenceMethod[] = [{ kind: 'email-code' }];
  if (index % 2 === 1) methods.push({ kind: 'location' });
  if (index % 3 === 1)
    methods.push({ kind: 'face', ...sampleFace, similarity: index % 2 === 1 ? 97.43 : 71 });
  return {
    ...person,
    status: 'signed',
    at: AT,
    contact: {
      channel: 'email',
      masked: 'a***@exemplo.com.br',
      commitment: sampleCommitment(`/data/participants/${index}/email`),
    },
    methods,
    client,
    totem: index === 0 ? 'Recepção' : null,
    documentSha256: SHA256,
    declaration: null,
    consent: {
      termsVersion: TERMS_VERSION,
      acceptedAt: AT,
      textSha256: CONSENT_SHA256[TERMS_VERSION],
      ...(index % 3 === 1 ? { language: 'en' as const } : {}),
    },
    rejectReason: null,
    selection: null,
    mark: MARKS[index % MARKS.length] ?? null,
    claim: legalClaim({
      method: 'session-code',
      isContactFrozen: index % 2 === 0,
      isContactReplaced: false,
      isAtRequest: false,
    }),
    event: place(index + 1),
  };
}
