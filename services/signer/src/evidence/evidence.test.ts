import { CONSENT_SHA256, ERASED, TERMS_VERSION } from '@lacre/contracts';
import { readPdf } from '@lacre/pades';
import fontkit from '@pdf-lib/fontkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { erasedFacts } from '../testing/hard-facts.ts';
import { drawnText, embeddedFonts, type DrawnText } from '../testing/pdfs/drawn-text.ts';
import { factsWith, partialFacts, sampleFacts } from '../testing/sample-facts.ts';
import type { EvidenceFacts, SealFacts } from './evidence-facts.ts';
import { EvidenceRenderer } from './evidence-renderer.ts';

/** What a line has room for, of the text that is accepted now. */
const CONSENT_START = CONSENT_SHA256[TERMS_VERSION].slice(0, 8);
const renderer = new EvidenceRenderer();
let few: Uint8Array;
let fewText: string;
beforeAll(async () => {
  few = await renderer.render(sampleFacts(4));
  fewText = joined(await drawnText(few));
});
afterAll(() => renderer.close());

/** Lines broken at a blank keep it. */
const joined = (runs: readonly DrawnText[]) =>
  runs
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ');
const textOf = async (facts: EvidenceFacts) => joined(await drawnText(await renderer.render(facts)));

it('says once that an erased person’s data was removed, and what they did', async () => {
  const text = await textOf(erasedFacts());
  for (const part of [
    'Dados removidos Assinou Representante da empresa Quem Os dados pessoais de quem participou foram removidos depois do ato, como a lei prevê (LGPD, Lei nº 13.709/2018). O que foi feito e quando continua registrado.',
    'Local dados removidos Conexão dados removidos Assinatura',
    'por pessoa com dados removidos',
    'Documento assinado Pessoa com dados removidos',
    'Documento enviado para assinatura Pessoa com dados removidos',
    // Nothing changes for the others.
    'Ana Beatriz Souza Lima',
    'Testemunha · CPF ***.982.247-**',
  ])
    expect(text).toContain(part);
  for (const part of [
    'CPF dados',
    'IP dados',
    'dados removidos, dados',
    'Maria Aparecida',
    'letra escolhida',
  ])
    expect(text).not.toContain(part);
});

it('states further register fields, except of erased persons', async () => {
  const stated = [{ label: 'Apelido', value: 'Bia' }];
  const withStated = (facts: EvidenceFacts) => ({
    ...facts,
    participants: facts.participants.map((one) => ({ ...one, stated })),
  });
  expect(await textOf(withStated(sampleFacts(1)))).toContain('Apelido Bia Quando');
  const erased = withStated(erasedFacts());
  const text = await textOf(erased);
  expect(text.split('Apelido Bia')).toHaveLength(
    erased.participants.filter(({ name }) => name !== ERASED).length + 1,
  );
});

it.each([
  'Página de assinaturas',
  'Alfa Participações',
  '3 pessoas assinaram este documento eletronicamente. Ele foi selado em 21 de novembro de 2026, às 11:30:13 (horário de Brasília, UTC−03:00).',
  'Contrato de prestação de serviços – revisão final.pdf',
  'Contrato anual de manutenção predial',
  'Alvorada Serviços e Comércio Ltda · CNPJ 12.ABC.345/01DE-35',
  '20 de novembro de 2026, às 09:00:00 (horário de Brasília, UTC−03:00), por Carlos Menezes',
  '12 páginas · 1,2 MB',
  'a3f5c2d1e4b60718293a4b5c6d7e8f90123456789abcdef0fedcba9876543210',
  '7QK3-M2XA-9VTB-0D4F',
  'lacre.exemplo.com.br/validate',
  '3 assinaram · 1 dispensado',
  'Signatário · CPF ***.982.247-**',
  'Representante da empresa · CPF ***.982.247-**',
  'Testemunha · CPF ***.982.247-**',
  '21 de novembro de 2026, às 11:26:12 (horário de Brasília, UTC−03:00)',
  'CPF e código de uso único por e-mail, enviado a a***@exemplo.com.br · localização · rosto mostrado à câmera (semelhança de 97,4%, mínimo 50%, com o cadastrado em 20/11/2026 11:03:00 (UTC−03:00), 1 dia antes deste ato, com 5 imagens da câmera, cadastro 0198c59d-3a42-7b10-8c44-5d6e7f809112, feito em sessão que comprovou o mesmo contato, termo de consentimento 2; face-api-1.7/resnet-128)',
  'São Paulo, Brasil · -23.5505, -46.6333 (informado pelo aparelho)',
  'não informado pelo aparelho',
  'IP 2804:14d:5c5a:8f3b:1c2d:3e4f:5a6b:7c8d · Safari 18 · iPhone',
  'Simples (Lei nº 14.063/2020, art. 4º, I): a pessoa se identificou pelo CPF e por um código de uso único',
  'Do art. 4º, II, não se afirma: a.',
  'Avançada (Lei nº 14.063/2020, art. 4º, II): a pessoa se identificou pelo CPF, entrou com um código de uso único, enviado só ao contato do convite',
  'Como recalcular head -c 1234567 este-arquivo.pdf | sha256sum',
  `Aceite “Li e concordo com o conteúdo e com os termos da assinatura eletrônica.” (versão ${TERMS_VERSION}) · SHA-256 do texto ${CONSENT_START}`,
  ` · Texto exibido em inglês, com o português ao lado · SHA-256 do texto ${CONSENT_START}`,
  'Corrente e3f5c2d1e4b60718293e4b5c6d7e8f90123456789ebcdef0fedcbe9876543210 (SHA-256 de 6 eventos do processo, cada um com os anteriores)',
  'não prova que o endereço é da pessoa',
  'a confiança nele começa ali, e o cadastro prova só que quem o fez tinha acesso ao contato, não quem era',
  'e não muda a classe da assinatura',
  'Avançada, pelo que pede o art. 4º, II, da Lei nº 14.063/2020: a) CPF, contato do convite',
  'Simples, pelo que pede o art. 4º, II, da Lei nº 14.063/2020: a) não se afirma; b) só quem controlava o contato',
  'STJ, 3ª Turma, REsp nº 2.159.442/PR (2024)',
  'A assinatura deixou de ser necessária',
  'Ñandú Œuvre Łukasz Żółć',
  'Linha do tempo Data e hora (UTC−03:00) O que aconteceu Quem 20/11/2026 09:00:00 Documento enviado para assinatura Carlos Menezes',
  'Documento selado, com esta página Plataforma',
  'PAdES B-LTA',
  'Selo local - Alfa, válido até 20 de novembro de 2029',
  'Emitido por AC emissora local - Alfa',
  'fora da ICP-Brasil',
  'nenhuma é qualificada',
  'indícios, não prova de presença',
  'evidence.json',
  'Arquivo enviado SHA-256 b3f5c2d1',
  'Página de assinaturas 1 de 4',
])('states %j', (text) => {
  expect(fewText).toContain(text);
});

describe('the seal', () => {
  const withSeal = (change: Partial<SealFacts>) => {
    const facts = sampleFacts(1);
    return textOf({ ...facts, seal: { ...facts.seal, timeStampAuthority: null, ...change } });
  };

  it('of an authority that is neither local nor known as ICP-Brasil claims neither', async () => {
    const text = await withSeal({ authority: 'other', certificateIssuer: 'AC Tal' });
    expect(text).toContain('Emitido por AC Tal');
    expect(text).toContain('O certificado do selo é o da plataforma.');
    expect(text).not.toMatch(/local, |ICP-Brasil|assinatura qualificada/);
  });

  it('by a certificate that claims ICP-Brasil is qualified if that holds, and the participants’ signatures are not', async () => {
    const text = await withSeal({ authority: 'icp-brasil' });
    expect(text).toContain(
      'Confirmada a cadeia dele, o que o validador do ITI (validar.iti.gov.br) mostra, o selo é assinatura qualificada',
    );
    expect(text).toContain('não torna qualificadas as assinaturas dos participantes');
    expect(text).not.toContain('fora da ICP-Brasil');
  });

  it.each([
    ['B-B', 'A data é a que a própria plataforma informa', 'carimbo do tempo'],
    ['B-T', 'com carimbo do tempo', 'mesmo depois que ele expirar'],
    ['B-LT', 'mesmo depois que ele expirar', 'carimbo de arquivamento'],
    ['B-LTA', 'carimbo de arquivamento', 'A data é a que a própria plataforma informa'],
  ] as const)('at %s names its level, and no more', async (level, said, unsaid) => {
    const text = await withSeal({ level, authority: 'other' });
    expect(text).toContain(`PAdES ${level}`);
    expect(text).toContain(said);
    expect(text).not.toContain(unsaid);
  });
});

describe('a partial copy', () => {
  it('says on every page what it is, and what is missing', async () => {
    const bytes = await renderer.render(partialFacts(4, 2));
    const runs = await drawnText(bytes);
    const text = joined(runs);
    for (let page = 0; page < readPdf(bytes).pageCount; page += 1) {
      const banner = runs.filter((run) => run.page === page && run.mcid === null);
      expect(banner.map((run) => run.text)).toContain('Cópia parcial: faltam 2 assinaturas');
    }
    expect(text).toContain('Este documento ainda está em assinatura. Até aqui há 2 assinaturas');
    expect(text).toContain('Ainda falta: • Testemunha: João Conceição • Signatário: Ñandú Œuvre Łukasz Żółć');
    expect(text).toContain('2 assinaram · 2 pendentes');
    expect(text).toContain('Cópia parcial selada, com esta página');
    expect(text).toContain('pode ser recusado ou cancelado depois');
    expect(text).not.toContain('Ele foi selado');
  });

  it('counts representatives by the minimum', async () => {
    const facts = partialFacts(6, 5);
    const text = await textOf({ ...facts, process: { ...facts.process, minimumSignatories: 1 } });
    // Of five pending two are representatives, of whom one must sign.
    expect(text).toContain('Cópia parcial: faltam 4 assinaturas');
    expect(text).toContain('1 representante da empresa, de 2: Maria Aparecida');
  });

  it('of which one signature is missing speaks of one', async () => {
    expect(await textOf(partialFacts(3, 1))).toContain('Cópia parcial: falta 1 assinatura');
  });

  it('names at most eight that are missing', async () => {
    const text = await textOf(partialFacts(40, 36));
    expect(text).toMatch(/mais \d+ participantes, marcados abaixo como pendentes/);
  });

  it('made between the last signature and the end of the process misses none, and is partial still', async () => {
    const text = await textOf({ ...sampleFacts(1), partial: true });
    expect(text).toContain('Cópia parcial: documento ainda não concluído');
    expect(text).not.toMatch(/falta/);
  });

  it('is a term used for no complete document', () => {
    expect(fewText).not.toMatch(/parcial/i);
  });
});

it('gives the reason of a refusal, and no class of signature', async () => {
  const refusal = {
    status: 'rejected',
    claim: null,
    methods: [],
    rejectReason: 'O prazo está errado.',
  } as const;
  const text = await textOf(factsWith(refusal));
  expect(text).toContain('Recusou');
  expect(text).toContain('Motivo da recusa O prazo está errado.');
  expect(text).not.toMatch(/Simples \(|Avançada \(/);
});

it('gives the offset of each moment when summer time came between', async () => {
  const facts = sampleFacts(1);
  const timeline = facts.timeline.map((moment, index) =>
    index === 0 ? { ...moment, at: '2018-12-01T12:00:00.000Z' } : moment,
  );
  const text = await textOf({ ...facts, timeline });
  expect(text).toContain('Data e hora O que aconteceu Quem 01/12/2018 10:00:00 −02:00');
  expect(text).toContain('21/11/2026 11:26:12 −03:00');
});

it('gives the same bytes for the same facts', async () => {
  expect(Buffer.compare(await renderer.render(sampleFacts(4)), few)).toBe(0);
});

it('stays small', async () => {
  expect(few.length).toBeLessThan(60_000);
  expect((await renderer.render(sampleFacts(50))).length).toBeLessThan(250_000);
});

describe('characters', () => {
  it('are all drawn: no glyph of the embedded fonts is empty but the space', async () => {
    const programs = await embeddedFonts(few);
    expect(programs).toHaveLength(2);
    for (const program of programs) {
      const font = fontkit.create(Buffer.from(program));
      const empty = Array.from({ length: font.numGlyphs }, (_, index) => font.getGlyph(index)).filter(
        (glyph) => (glyph.path as unknown as { commands: unknown[] }).commands.length === 0,
      );
      expect(empty.length).toBeLessThanOrEqual(1);
      expect(font.numGlyphs).toBeGreaterThan(20);
    }
  });

  it('that the font lacks are drawn by their numbers and copied as they are', async () => {
    const runs = await drawnText(await renderer.render(factsWith({ name: 'Wang 王 😀\u200D👧 مر' })));
    const standIns = runs.filter(({ actualText }) => actualText !== undefined);
    expect(standIns.map(({ text, actualText }) => [text, actualText])).toEqual([
      ['738B', '王'],
      ['1F600', '😀'],
      ['1F467', '👧'],
      ['0645', 'م'],
      ['0631', 'ر'],
    ]);
    expect(joined(runs)).toContain('número que têm no Unicode');
  });

  it('of Latin, Greek and Cyrillic alphabets are the font’s own', async () => {
    const name = 'ÁÂÃÀÇÉÊÍÓÔÕÚÜ ñ ß œ æ ø å ł ż ğ ş ț ő ů ẞ ǅ ɐ ə Ṩ ữ Ελένη Ирина';
    const runs = await drawnText(await renderer.render(factsWith({ name })));
    expect(joined(runs)).toContain(name);
    expect(runs.filter(({ actualText }) => actualText !== undefined)).toEqual([]);
    expect(joined(runs)).not.toContain('número que têm no Unicode');
  });

  it('that play tricks are left out', async () => {
    const text = await textOf(factsWith({ name: `Ana \u202Eodnum\u0007 \uFE0F\u200B\uD800` }));
    expect(text).toContain('Ana odnum');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
  });
});

it('draws without a logo when the image is malformed', async () => {
  const facts = sampleFacts(1);
  const plain = await renderer.render(facts);
  for (const logo of [Buffer.from('GIF89a'), Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(0)]) {
    expect(Buffer.compare(await renderer.render({ ...facts, logo: new Uint8Array(logo) }), plain)).toBe(0);
  }
});
