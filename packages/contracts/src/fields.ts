import { z } from 'zod';

import {
  isValidCnpj,
  isValidCpf,
  hasAreaCode,
  phoneDigitsOf,
  stripCnpj,
  stripCpf,
  stripPhone,
  stripZip,
} from './brazil/index.ts';
import { MAX_FACE_SIMILARITY, MIN_FACE_SIMILARITY } from './face-figures.ts';
import { DRAWING, MARK_BOX, MARK_STYLES, MAX_MARK_LENGTH } from './mark.ts';
import { isReservedDomain, isReservedName } from './reserved-domains.ts';
import { SEAL_FAILURES, SEAL_LEVELS, SEAL_STEPS } from './seal-steps.ts';
import { hasWebAddress } from './web-address.ts';

/** Most companies that one user is assigned. */
export const MAX_ASSIGNED_COMPANIES = 500;

/**
 * Field schemas shared by commands, events and queries, with the messages people read. What a Brazilian identifier is
 * cannot be said by a pattern alone: it is named by a `format` of its own (JSON Schema 2020-12, validation, 7.2.3).
 */

/** A UUID in either case (RFC 9562, 4), kept in lower case: streams and rows are named so. */
export const identifier = z.uuid('Identificador inválido').toLowerCase();
export const cpf = z
  .string('Informe o CPF')
  .refine(isValidCpf, 'CPF inválido')
  .transform((text) => stripCpf(text) ?? text)
  .meta({ format: 'cpf' });
export const cnpj = z
  .string('Informe o CNPJ')
  .refine(isValidCnpj, 'CNPJ inválido')
  .transform((text) => stripCnpj(text) ?? text)
  .meta({ format: 'cnpj' });

/**
 * The source specification asks for word characters with dots or hyphens and a suffix of 2 to 3 letters; real
 * addresses also carry "+" and longer suffixes, so both are accepted. It allows 320 characters (5), 64 and 255 around the
 * "@"; no mail reaches more than 254, for the path around an address has 256 octets with its angle brackets (RFC 5321,
 * 4.5.3.1.3, and erratum 1690 of RFC 3696).
 * No character fits two places of the pattern: with "+" among the separators too, a long wrong address took for ever.
 */
export const email = z
  .string('Informe um Email')
  .trim()
  .toLowerCase()
  .min(1, 'Informe um Email')
  .max(254, 'Email inválido')
  .regex(/^[\w+]+(?:[.-][\w+]+)*@[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,63}$/, 'Email inválido');

const phoneDigits = z.string().transform(phoneDigitsOf);
/**
 * Brazilian phone: area code and number, 10 or 11 digits, with or without formatting; kept as digits. As the log has it:
 * what is filled in is a `phoneForm`.
 */
export const phone = phoneDigits
  .refine((digits) => stripPhone(digits) !== null, 'Telefone inválido')
  .meta({ format: 'phone' });

const NO_AREA_CODE = 'Não há este DDD';
const areaCodeOrShort = (digits: string): boolean => stripPhone(digits) === null || hasAreaCode(digits);

/** A phone, when it is filled in: events from before the rule may hold an area code that there is not. */
export const phoneForm = phone.refine(areaCodeOrShort, NO_AREA_CODE).meta({ format: 'phone' });

/** Brazilian mobile phone: area code and nine digits, of which the first is 9 (Anatel, Resolução 553/2010); kept as digits. */
export const mobile = phoneDigits
  .refine(
    (digits) => /^[1-9]\d9\d{8}$/.test(digits),
    'Celular inválido: informe o DDD e os nove números, começando por 9',
  )
  .refine(areaCodeOrShort, NO_AREA_CODE)
  .meta({ format: 'mobile' });

export const zip = z
  .string()
  .refine((text) => stripZip(text) !== null, 'CEP inválido')
  .transform((text) => stripZip(text) ?? text)
  .meta({ format: 'cep' });

/**
 * Control characters, lone surrogates, and the invisible ones that reorder or hide text (Unicode Cc, Cs, of Cf the
 * bidirectional controls and zero-width ones, and letters and symbols that are drawn as nothing: Hangul fillers, the
 * empty Braille cell): a name on an evidence page must read as what it is.
 */
const HIDDEN = String.raw`\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0`;
const UNPRINTABLE = String.raw`\u0000-\u001f\u007f-\u009f${HIDDEN}`;
/** As `UNPRINTABLE`, but lines may be broken. */
const UNPRINTABLE_IN_TEXT = String.raw`\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f${HIDDEN}`;
/** What `trim` takes away (ECMA-262, 22.1.3.32). */
const BLANK = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** Whether a text has none of these characters, nor half of one. */
const without = (characters: string) => {
  const pattern = new RegExp(String.raw`[${characters}\p{Cs}]`, 'u');
  return (text: string): boolean => !pattern.test(text);
};
/** As `without`, of a text before it is trimmed, in the document. JSON has no halves of characters. */
function patternWithout(characters: string, mayBeBlank: boolean): string {
  const end = `[^${characters}${BLANK}]`;
  const text = `${end}(?:[^${characters}]*${end})?[${BLANK}]*`;
  return `^[${BLANK}]*${mayBeBlank ? `(?:${text})?` : text}$`;
}

/** Single-line text of people: trimmed, not blank, printable. Its length is that of what was sent. */
export const line = (label: string, maximum = 200) =>
  z
    .string(`Por favor, insira ${label}`)
    .max(maximum, `No máximo ${maximum} caracteres`)
    .trim()
    .min(1, `Por favor, insira ${label}`)
    .refine(without(UNPRINTABLE), 'Há caracteres que não podem ser usados aqui')
    .meta({ pattern: patternWithout(UNPRINTABLE, false) });

/** Text of people in one or more lines: trimmed, printable; whether it may be blank is the caller's rule. */
export const paragraph = (maximum: number) =>
  z
    .string()
    .max(maximum, `No máximo ${maximum} caracteres`)
    .trim()
    .refine(without(UNPRINTABLE_IN_TEXT), 'Há caracteres que não podem ser usados aqui')
    .meta({ pattern: patternWithout(UNPRINTABLE_IN_TEXT, true) });

/** As `paragraph`, but not blank. */
export const filledParagraph = (maximum: number, label: string) =>
  paragraph(maximum)
    .min(1, `Por favor, insira ${label}`)
    .meta({ pattern: patternWithout(UNPRINTABLE_IN_TEXT, false) });

/** As `line`, but it may be blank: whether that is refused, and how, is the caller's rule. */
export const lineOrBlank = (maximum: number) =>
  z
    .string()
    .max(maximum, `No máximo ${maximum} caracteres`)
    .trim()
    .refine(without(UNPRINTABLE), 'Há caracteres que não podem ser usados aqui')
    .meta({ pattern: patternWithout(UNPRINTABLE, true) });

/** Name of a tag. */
export const tagName = line('a etiqueta', 40);
/** Most tags of a tenant. */
export const MAX_TAGS = 500;

/** What somebody types to find something. */
export const searchText = lineOrBlank(200);

export const password = z
  .string('Campo obrigatório')
  .min(8, 'A senha deve ter ao menos 8 caracteres')
  .max(128, 'A senha deve ter no máximo 128 caracteres');

/** Address segment of `/login/{domain}`. */
export const domain = z
  .string('Por favor, insira o endereço de acesso')
  .trim()
  .toLowerCase()
  .regex(/^[\da-z](?:[\da-z-]{1,38}[\da-z])$/, 'Use de 3 a 40 letras minúsculas, números e hífens');

/**
 * What somebody is called, when it is filled in: events of before may have any name. It stands in mails and on evidence
 * pages, where programs make links of web addresses.
 */
export const newName = (label: string, maximum?: number) =>
  line(label, maximum).refine((name) => !hasWebAddress(name), 'Um nome não pode ter um endereço da internet');

/** How an account calls itself, when it is chosen. */
export const newAccountName = (what: string, max?: number) =>
  newName(what, max).refine(
    (name) => !isReservedName(name),
    'Este nome parece ser o da plataforma. Use o nome da sua empresa',
  );

/** An address that a tenant asks for. */
export const newDomain = domain.refine(
  (address) => !isReservedDomain(address),
  'Este endereço é reservado. Escolha outro',
);

/** A one-time code as people type it. */
export const oneTimeCode = z.string('Informe o código').regex(/^\d{6}$/, 'O código tem 6 números');
/** A random id that the client made and keeps: a UUID, or anything as hard to guess. */
export const clientDeviceId = z
  .string()
  .regex(/^[\w-]{16,64}$/, 'Use de 16 a 64 letras, números, hífens ou sublinhados')
  .meta({
    description:
      'O dispositivo de onde a pessoa assina: um texto que o cliente sorteia uma vez (um UUID, por exemplo) e guarda.',
    examples: ['6f1c2a40-5d7e-4b1a-9c36-0e8d5b7f2a11'],
  });
/** How a one-time code travels. */
export const codeChannel = z.enum(['email', 'sms']);
/** Names one of a person's contacts without saying it. */
export const contactChoiceId = z.string().regex(/^[\w-]{10,64}$/, 'Contato inválido');
/** How a person showed that they are who their CPF says. */
export const personAuthentication = z.enum(['email-code', 'sms-code', 'known-device']);
/** How a user came in: the first factor, or a passkey, which is both. */
export const signInMethod = z.enum(['password', 'email-link', 'google', 'phone', 'passkey']);
export const secondFactorKind = z.enum(['totp', 'phone']);
export type SignInMethod = z.output<typeof signInMethod>;
export type SecondFactorKind = z.output<typeof secondFactorKind>;
export type CodeChannel = z.output<typeof codeChannel>;
export type PersonAuthentication = z.output<typeof personAuthentication>;

/** Right side of e-mail addresses. */
export const emailDomain = z
  .string('Por favor, insira o domínio de e-mail')
  .trim()
  .toLowerCase()
  .max(253, 'Domínio inválido')
  .regex(/^[\da-z]+(?:[.-][\da-z]+)*\.[a-z]{2,63}$/, 'Domínio inválido');

const { cidrv4, cidrv6, ipv4, ipv6 } = z.regexes;
const NETWORK = new RegExp([cidrv4, cidrv6, ipv4, ipv6].map(({ source }) => source).join('|'));

/**
 * Addresses of one network in CIDR notation (RFC 4632, RFC 4291 §2.3); an address alone is a network of one.
 */
export const network = z
  .string('Informe a rede')
  .trim()
  .regex(NETWORK, 'Rede inválida: use a forma 203.0.113.0/24 ou 2001:db8::/32')
  .transform((text) => (text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`));

export const sha256 = z.string().regex(/^[\da-f]{64}$/, 'Hash inválido');
/** A moment in UTC. There is no year zero in what keeps it (PostgreSQL, 8.5). */
export const timestamp = z.iso
  .datetime()
  .refine((moment) => !moment.startsWith('0000'), 'Data e hora inválidas');
/** What an upload, or a template that was filled, is vouched for with; who took which role makes the longest. */
export const uploadProof = z.string().max(8192);
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');
const isKeepable = (at: number): boolean => Number.isNaN(at) || (at >= FIRST_MOMENT && at <= LAST_MOMENT);
/**
 * A moment as a caller gives it: with `Z`, or with any offset (RFC 3339, 5.6). From here on it is a `timestamp`, to the
 * millisecond, so that moments given in different ways are compared as one.
 */
export const moment = z.iso
  .datetime({
    offset: true,
    error: 'Informe data, hora e fuso: 2026-12-01T10:00:00-03:00, ou Z no fim para UTC',
  })
  // What is no moment is told as that alone.
  .refine((text) => isKeepable(Date.parse(text)), 'Data e hora inválidas')
  .transform((text) => new Date(text).toISOString())
  .meta({
    description:
      'Data e hora (RFC 3339) com `Z` ou com o fuso, como `-03:00`; guardadas e respondidas em UTC. Num endereço, o `+` do fuso é escrito `%2B`.',
    examples: ['2026-12-01T10:00:00-03:00'],
  });
/** A day of the calendar, as `timestamp`. */
export const day = z.iso.date('Data inválida').refine((date) => !date.startsWith('0000'), 'Data inválida');
/** A month of the calendar in Brasília: `2026-11`. Months compare as texts. */
export const calendarMonth = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Mês inválido');
/** Names one history of the log, at random: a log that is restored or moved on purpose begins another. */
export const epoch = z.string().regex(/^[\da-f]{8}$/, 'Época inválida');
/**
 * Position of an event in the log, with the epoch it is of: opaque to clients. Those without one were given out before
 * there were epochs.
 */
export const position = z.string().regex(/^(?:[\da-f]{8}\.)?\d{1,20}(?:\/\d{1,20})?$/, 'Posição inválida');

/** `processId:number` — carries its process, so that deciding on a signature needs no index. */
export const signatureId = z
  .string()
  .regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:\d{1,5}$/, 'Assinatura inválida');
export const processIdOf = (id: string): string => id.slice(0, id.indexOf(':'));

/** Companies that a common user reaches, each once. */
export const companyIds = z
  .array(identifier)
  .max(MAX_ASSIGNED_COMPANIES, `Escolha no máximo ${MAX_ASSIGNED_COMPANIES} empresas`)
  .transform((ids) => [...new Set(ids)]);

/** Place in the signing order: groups sign one after another, everybody of one at the same time. */
export const signingGroup = z
  .number('Informe a ordem em números')
  .int('Informe a ordem em números inteiros')
  .min(1, 'A ordem começa em 1')
  .max(50, 'A ordem vai até 50');

export const role = z.enum(['administrator', 'manager', 'common', 'totem']);
export const part = z.enum(['signer', 'signatory', 'attestant']);
export const signatureStatus = z.enum(['pending', 'signed', 'rejected', 'canceled']);
export const sealLevel = z.enum(SEAL_LEVELS);
export const sealStep = z.enum(SEAL_STEPS);
/**
 * What intake takes out of an upload: what runs by itself, XFA forms, what sends forms, carried files, links that open
 * other files, media, what prints otherwise than it shows, usage rights of Adobe Reader, and (which nobody misses) the
 * page and zoom that a file says to open with.
 */
export const removedPart = z.enum([
  'actions',
  'dynamic-forms',
  'form-actions',
  'files',
  'file-links',
  'media',
  'print-differences',
  'layers',
  'usage-rights',
  'opening-view',
]);
export type RemovedPart = z.output<typeof removedPart>;
/**
 * An encrypted file that opened without a password was taken without its restrictions: its author allows printing and
 * assembling, or whoever sent it stated the right to.
 */
export const restrictionsLifted = z.enum(['allowed', 'stated']);
export type RestrictionsLifted = z.output<typeof restrictionsLifted>;
/** Sixteen characters in groups of four, as printed; typed in any case and with or without hyphens. */
export const validationCode = z
  .string('Informe o código de validação')
  .max(40)
  .transform((text) =>
    text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1'),
  )
  .refine((text) => /^[0-9A-HJKMNP-TV-Z]{16}$/.test(text), 'Código de validação inválido')
  .transform((text) => text.replaceAll(/(.{4})(?=.)/g, '$1-'))
  .meta({ format: 'validation-code' });
export const documentStatus = z.enum(['pending', 'completed', 'sealed', 'failed', 'rejected', 'canceled']);
/** Why a signed document can never be sealed: no repetition mends it. */
export const sealFailure = z.enum(Object.keys(SEAL_FAILURES) as (keyof typeof SEAL_FAILURES)[]);
export type SealFailure = keyof typeof SEAL_FAILURES;
/** One process for all documents, or separate ones of one document each. */
export const processType = z.enum(['single', 'separate']);
export const processStatus = z.enum(['waiting', 'finished', 'rejected', 'canceled']);

export type Role = z.output<typeof role>;
/** Roles by how much they may do. */
export const ROLE_RANKS: Readonly<Record<Role, number>> = {
  totem: 0,
  common: 1,
  manager: 2,
  administrator: 3,
};
export type Part = z.output<typeof part>;
export type SignatureStatus = z.output<typeof signatureStatus>;
export type DocumentStatus = z.output<typeof documentStatus>;
export type ProcessStatus = z.output<typeof processStatus>;

export const address = z.strictObject({
  zip: zip.optional(),
  address: line('o endereço').optional(),
  number: line('o número', 20).optional(),
  addressDetails: line('o complemento').optional(),
  district: line('o bairro').optional(),
  city: line('a cidade').optional(),
  state: line('o estado', 60).optional(),
  country: line('o país', 60).optional(),
});

/** Whether a company is the head office ("matriz") or a branch ("filial"). */
export const companyType = z.enum(['parent', 'branch'], 'Escolha matriz ou filial');
export type CompanyType = z.output<typeof companyType>;

/** What a company's form edits; its CNPJ is given once. */
export const companyFields = z.strictObject({
  externalId: line('o código externo', 100).optional(),
  companyName: line('a razão social'),
  tradingName: line('o nome fantasia').optional(),
  cnae: line('o CNAE', 20).optional(),
  ie: line('a inscrição estadual', 30).optional(),
  im: line('a inscrição municipal', 30).optional(),
  iest: line('a inscrição estadual ST', 30).optional(),
  email: email.optional(),
  phoneNumber: phone.optional(),
  cellphoneNumber: phone.optional(),
  active: z.boolean().default(true),
  type: companyType.meta({ examples: ['branch'] }).optional(),
  /** Head office of a branch, when it is registered too. */
  parentCompanyId: identifier.optional(),
  /** Persons who represent the company unless a process names others. */
  defaultSignatoryIds: z
    .array(identifier)
    .max(50, 'No máximo 50 representantes')
    .refine((ids) => new Set(ids).size === ids.length, 'A mesma pessoa aparece mais de uma vez')
    .meta({ uniqueItems: true })
    .optional(),
  ...address.shape,
});
export type CompanyFields = z.output<typeof companyFields>;

/** As `companyFields`, when it is filled in; events from before the rule may hold a landline as a mobile. */
export const companyForm = companyFields.extend({
  companyName: newName('a razão social'),
  tradingName: newName('o nome fantasia').optional(),
  cellphoneNumber: mobile.optional(),
  phoneNumber: phoneForm.optional(),
});

export const gender = z.enum(['male', 'female', 'other'], 'Escolha masculino, feminino ou outro');
export const maritalStatus = z.enum(
  ['single', 'married', 'divorced', 'widower', 'stableUnion'],
  'Escolha o estado civil',
);
/** PIS, PASEP or NIT: 11 digits, with or without formatting; kept as digits. */
export const pis = z
  .string()
  .transform((text) => text.replaceAll(/[\s.-]/g, ''))
  .refine((digits) => /^\d{11}$/.test(digits), 'PIS inválido')
  .meta({ format: 'pis' });

/**
 * A day of a month from 1900 on, 29 February in leap years alone (ISO 8601-1, 4.2.1; Gregorian rule): one pattern, so that
 * the description says what the check does.
 */
const DAY_FROM_1900 =
  /^(?:(?:(?:19|[2-9]\d)(?:0[48]|[2468][048]|[13579][26])|(?:[2468][048]|[3579][26])00)-02-29|(?:19|[2-9]\d)\d\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8])))$/;
const birthday = z.string().regex(DAY_FROM_1900, 'Data inválida').meta({ format: 'date' });

/** What a person's form edits; their CPF is given once. */
export const personFields = z.strictObject({
  name: line('o nome'),
  /** Where requests and codes go. */
  email,
  /** Further addresses. */
  emails: z.array(email).max(10, 'No máximo 10 emails').optional(),
  /** Where codes by SMS go. */
  cellphoneNumber: phone.optional(),
  phoneNumber: phone.optional(),
  birthday: birthday.optional(),
  gender: gender.optional(),
  maritalStatus: maritalStatus.optional(),
  nationality: line('a nacionalidade', 60).optional(),
  rg: line('o RG', 30).optional(),
  pis: pis.optional(),
  ctps: line('a CTPS', 30).optional(),
  fatherName: line('o nome do pai').optional(),
  motherName: line('o nome da mãe').optional(),
  ...address.shape,
});
export type PersonFields = z.output<typeof personFields>;

/** How far ahead of UTC a day may have begun somewhere, milliseconds. */
const FIRST_TO_WAKE_MS = 14 * 3_600_000;
const isTodayOrBefore = (date: string): boolean =>
  // What is no date is told as that alone.
  !/^\d{4}-\d\d-\d\d$/.test(date) ||
  date <= new Date(Date.now() + FIRST_TO_WAKE_MS).toISOString().slice(0, 10);

/**
 * As `personFields`, when it is filled in: no birthday is in the future, and codes by SMS go to mobiles alone. What the
 * log holds is not asked again.
 */
export const personForm = personFields.extend({
  name: newName('o nome'),
  cellphoneNumber: mobile.optional(),
  phoneNumber: phoneForm.optional(),
  birthday: personFields.shape.birthday.refine(
    (date) => date === undefined || isTodayOrBefore(date),
    'A data de nascimento está no futuro',
  ),
});

/**
 * Why somebody's data is erased, as the LGPD (Lei 13.709/2018) has it: they ask for it (art. 18, VI), they take their
 * consent back (art. 15, III), the purpose is reached (art. 15, I), its time is over (art. 15, II), or the authority
 * orders it (art. 15, IV). A choice and no text: what is written by hand would name whom it forgets.
 */
export const erasureReason = z.enum(
  ['subject-request', 'consent-revoked', 'purpose-reached', 'term-ended', 'authority-order'],
  'Escolha o motivo',
);
export type ErasureReason = z.output<typeof erasureReason>;

/** What one participant must show besides what every person proves at sign-in. */
export const requirements = z.strictObject({
  /** Where they are: without it they cannot sign. */
  location: z.boolean().default(false),
  /** They are asked where they are, and may refuse to tell. */
  locationOptional: z.boolean().optional(),
  /** A one-time code at every act of signing, from known devices too. */
  code: z.boolean().optional(),
  /** Their face, told from their enrolled one, at every act of signing. */
  face: z.boolean().optional(),
  /** Whoever cannot or will not show their face signs with a one-time code instead. */
  faceOrCode: z.boolean().optional(),
  /** A photo from a file will do for a face: nothing then shows that somebody was there. */
  faceUpload: z.boolean().optional(),
});
export type Requirements = z.output<typeof requirements>;

/** Reminders to whoever's turn it is, again and again until they act or the deadline passes. */
export const reminders = z.strictObject({
  everyDays: z
    .number('Informe os dias')
    .int('Informe os dias em números inteiros')
    .min(1, 'Informe ao menos 1 dia')
    .max(30, 'No máximo 30 dias'),
});
export type Reminders = z.output<typeof reminders>;

export const primaryColor = z
  .string()
  .regex(/^#[\da-f]{6}$/i, 'Use uma cor no formato #rrggbb')
  .toLowerCase();
export const deadlineDays = z.number().int().min(1, 'Informe ao menos 1 dia').max(365, 'No máximo 365 dias');

export const faceSimilarity = z
  .number()
  .int()
  .min(MIN_FACE_SIMILARITY, `No mínimo ${MIN_FACE_SIMILARITY}`)
  .max(MAX_FACE_SIMILARITY, `No máximo ${MAX_FACE_SIMILARITY}`);

/** How a tenant is shown, and what its processes begin with. */
export const tenantSettings = z.strictObject({
  displayName: line('o nome de exibição', 100).optional(),
  primaryColor: primaryColor.optional(),
  deadlineDays: deadlineDays.optional(),
  reminders: reminders.optional(),
  requirements: requirements.optional(),
  /** How alike a face must be to be taken for the person's. */
  faceSimilarity: faceSimilarity.optional(),
  /** Persons may share an e-mail or a mobile number; those who share one take part in no process together. */
  sharedContacts: z.boolean().optional(),
});
export type TenantSettings = z.output<typeof tenantSettings>;

/** Degrees in decimal notation, as browsers give them; kept as the text that was sent. */
const degrees = (pattern: RegExp, message: string) => z.string(message).trim().regex(pattern, message);
export const latitude = degrees(/^-?(?:0?90(?:\.0{1,20})?|0?[0-8]?\d(?:\.\d{1,20})?)$/, 'Latitude inválida');
export const longitude = degrees(
  /^-?(?:180(?:\.0{1,20})?|(?:1[0-7]|0?\d)?\d(?:\.\d{1,20})?)$/,
  'Longitude inválida',
);
/** A question that a document carries, answered with the signature by choosing among its options. */
export const selection = z.strictObject({
  question: line('a pergunta', 300),
  options: z
    .array(line('a opção', 200))
    .min(2, 'Inclua ao menos duas opções')
    .max(50, 'No máximo 50 opções')
    .refine((options) => new Set(options).size === options.length, 'Há opções repetidas')
    .meta({ uniqueItems: true }),
  /** How many may be chosen; with none at least, the question may be left open. */
  minimum: z.number().int().nonnegative('Informe quantas opções, ou 0').default(1),
  maximum: z.number().int().positive('Informe ao menos 1').default(1),
});
export type Selection = z.output<typeof selection>;

export const markStyle = z.enum(MARK_STYLES, 'Escolha como a sua assinatura aparece');
/** Strokes of a signature drawn by hand, as `mark.ts` writes them. */
export const markDrawing = z
  .string()
  .max(MAX_MARK_LENGTH, 'O desenho tem traços demais')
  .regex(DRAWING, 'O desenho da assinatura não pôde ser lido')
  .meta({
    description: `Os traços da assinatura desenhada, um depois do outro: \`M\` e o primeiro ponto, \`L\` e cada ponto seguinte, ao menos dois pontos por traço, como em \`M20 120L60 40L95 130\`. Cada ponto é \`x y\`, em números inteiros, a partir do canto superior esquerdo de uma caixa de ${MARK_BOX.width} por ${MARK_BOX.height}. No máximo ${MAX_MARK_LENGTH} caracteres.`,
    examples: ['M20 120L60 40L95 130L140 60M150 140L320 138'],
  });

/** Where and from what an act was done, as the request told it: evidence, not proof of presence. */
export const clientContext = z.strictObject({
  ip: z.string().optional(),
  userAgent: z.string().optional(),
  country: z.string().optional(),
  state: z.string().optional(),
  city: z.string().optional(),
  latitude: z.string().optional(),
  longitude: z.string().optional(),
});
export type ClientContext = z.output<typeof clientContext>;

/** What is taken to be signed (source specification, 5); all but PDFs are converted first. */
export const UPLOAD_EXTENSIONS = ['pdf', 'doc', 'docx', 'odt'] as const;
/** Largest upload accepted for signing, bytes (source specification: 32). */
export const MAX_UPLOAD_BYTES = 32 * 1024 * 1024;
/** How long a prepared download is kept. */
export const DOWNLOAD_LIFE_DAYS = 7;
/** Most processes that one download takes its documents from. */
export const MAX_DOWNLOAD_PROCESSES = 100;
export const MAX_DOWNLOAD_DOCUMENTS = 500;
/** Largest download, bytes of its documents together. */
export const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;
/** Most persons that one file creates. */
export const MAX_BATCH_PERSONS = 1_000;
/** Largest file of persons, bytes. */
export const MAX_BATCH_BYTES = 2 * 1024 * 1024;
/** Shortest time between two reminders by hand to the same person, minutes. */
export const MIN_REMINDER_MINUTES = 60;
/** Where counting all would take long, so many are counted beyond the page asked for, and no more. */
export const COUNTED_AHEAD = 1_000;
/** Longest page of a list. */
export const MAX_PAGE_SIZE = 100;
