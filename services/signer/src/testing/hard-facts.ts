import { ERASED } from '@lacre/contracts';

import type { EvidenceSignature } from '../evidence/embedded-evidence.ts';
import type { EvidenceFacts } from '../evidence/evidence-facts.ts';
import { longTimeline, partialFacts, sampleFacts } from './sample-facts.ts';
import { discLogo } from './sample-logos.ts';

const LONG_NAMES = [
  'W'.repeat(120),
  'MARIA APARECIDA DOS SANTOS ALBUQUERQUE DE MENDONÇA FURTADO E SILVA VASCONCELOS PEREIRA DO NASCIMENTO JÚNIOR FILHO NETO',
  '王小明 😀👩‍👩‍👧 مرحبا שלום Ирина Ελένη',
  'ſƀǆẞ ǅ Ḟ Ṩ ɐ ə Ƿ Ȝ ḯ',
  'i'.repeat(120),
  `José${'\u0301'.repeat(8)} d'Ávila-Œuvre`,
];

/** Facts whose every text is as long, or as strange, as the contracts let it be. */
export function longFacts(): EvidenceFacts {
  const facts = sampleFacts(6);
  const reason = 'Não concordo com a cláusula. '.repeat(34);
  return {
    ...facts,
    logo: discLogo(64, 640, [20, 90, 160]),
    document: {
      ...facts.document,
      name: `${'contrato_de_prestacao_de_servicos_continuados_de_manutencao_predial_'.repeat(3)}v12.pdf`.slice(
        0,
        200,
      ),
      alreadySigned: true,
    },
    process: {
      ...facts.process,
      tenantName: 'Companhia Brasileira de Administração de Empreendimentos Imobiliários e Participações '
        .repeat(2)
        .trim(),
      companyName: 'Associação dos Moradores do Condomínio Jardins da Serra da Mantiqueira '.repeat(3).trim(),
      requesterName: 'Q'.repeat(200),
      summary: 'R'.repeat(300),
    },
    participants: facts.participants.map((person, index) =>
      Object.assign(
        person,
        { name: LONG_NAMES[index] },
        index === 4 && { status: 'rejected', methods: [], claim: null, rejectReason: reason },
        index === 5 && {
          client: { ip: 'x'.repeat(4000), userAgent: 'y'.repeat(4000), country: 'z'.repeat(4000) },
        },
      ),
    ),
    timeline: longTimeline(8).map((moment, index) =>
      Object.assign(moment, { who: LONG_NAMES[index % 6], reason: index === 3 ? reason : null }),
    ),
    validation: {
      code: '7QK3-M2XA-9VTB-0D4F',
      secret: '000000',
      url: `https://${'assinaturas.'.repeat(8)}exemplo.com.br/validate?code=7QK3-M2XA-9VTB-0D4F`,
      page: `https://${'assinaturas.'.repeat(8)}exemplo.com.br/validate`,
    },
    seal: { ...facts.seal, certificateSubject: 'S'.repeat(300), certificateIssuer: 'AC '.repeat(200) },
  };
}

/** As the log reads once the second participant and the requester were erased. */
export function erasedFacts(): EvidenceFacts {
  const facts = sampleFacts(3);
  const gone = facts.participants[1]?.name;
  const client = { ip: ERASED, userAgent: ERASED, city: ERASED, state: ERASED, country: ERASED };
  return {
    ...facts,
    process: { ...facts.process, requesterName: ERASED },
    participants: facts.participants.map((person) =>
      person.name === gone
        ? Object.assign(person, {
            name: ERASED,
            cpf: ERASED,
            client,
            mark: { style: 'slanted', drawing: null },
          })
        : person,
    ),
    timeline: facts.timeline.map((moment) =>
      moment.who === gone || moment.action === 'ProcessCreated'
        ? Object.assign(moment, { who: ERASED })
        : moment,
    ),
  };
}

/** One of each kind of document, by what is hard about it. */
export const HARD_FACTS: Readonly<Record<string, () => EvidenceFacts>> = {
  'one participant': () => sampleFacts(1),
  'four participants': () => ({ ...sampleFacts(4), logo: discLogo(300, 100, [10, 110, 80]) }),
  'fifty participants': () => sampleFacts(50),
  'signatures that the document came with': () => ({
    ...sampleFacts(2),
    embedded: [
      signatureOf({ state: 'sound', trust: 'icp-brasil', signer: 'MARIA DA SILVA:***.982.247-**' }),
      signatureOf({
        state: 'reserved',
        signer: 'Fulano '.repeat(30),
        notes: ['A assinatura usa um algoritmo ou uma chave que já não são seguros.'],
      }),
      signatureOf({ trust: 'platform', state: 'sound', validationCode: '1234-5678-9ABC-DEFG' }),
      signatureOf({ kind: 'document-time-stamp', signer: null, issuer: null, state: 'broken' }),
    ],
  }),
  'two hundred events': () => ({ ...sampleFacts(3), timeline: longTimeline(200) }),
  'everything as long as can be': longFacts,
  'everything as long as can be, and partial': () => ({ ...longFacts(), partial: true }),
  'an erased person': erasedFacts,
  'a partial copy': () => partialFacts(4, 2),
  'a partial copy with thirty missing': () => partialFacts(40, 30),
  'a partial copy without a signature': () => partialFacts(2, 2),
};

function signatureOf(parts: Partial<EvidenceSignature>): EvidenceSignature {
  return {
    kind: 'signature',
    signer: 'Fulano de Tal',
    issuer: 'AC Exemplo',
    state: 'sound',
    trust: 'unknown',
    indication: 'INDETERMINATE',
    subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
    statedTime: '2026-11-20T12:00:00.000Z',
    provenTime: null,
    notes: [],
    revisionSha256: '0'.repeat(64),
    validationCode: null,
    ...parts,
  };
}
