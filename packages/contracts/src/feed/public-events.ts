import { z } from 'zod';

import type { EventType } from '../events/index.ts';
import {
  companyIds,
  identifier,
  part,
  role,
  sealFailure,
  sealLevel,
  sha256,
  signingGroup,
  timestamp,
} from '../fields.ts';
import { bare, fact, type PublicEvent } from './public-event.ts';

type PublicEvents = { readonly [Type in EventType]?: PublicEvent<Type> };

const companyData = z.object({
  cnpj: z.string().optional(),
  companyName: z.string(),
  tradingName: z.string().optional(),
  externalId: z.string().optional(),
  active: z.boolean(),
});
const zip = z.object({ fileCount: z.number().int(), sizeBytes: z.number().int() });
const credit = z.object({ amount: z.number().int() });
const reason = z.object({ reason: z.string().nullable() });

const tagged = z.object({ tagId: identifier, name: z.string() });
const tagOf = ({ tagId, name }: z.output<typeof tagged>) => ({ tagId, name });

/** Facts of a tenant and of those who work in it. */
const ofTenant: PublicEvents = {
  TenantRegistered: bare('tenant.registered.v1', 'stewards', 'A conta foi aberta'),
  TenantDeactivated: bare('tenant.deactivated.v1', 'stewards', 'A conta foi desativada pela plataforma'),
  TenantActivated: bare('tenant.activated.v1', 'stewards', 'A conta voltou a funcionar'),
  UserCreated: fact(
    'user.created.v1',
    'stewards',
    'Um usuário foi criado',
    z.object({ role, companyIds }),
    (data) => ({ role: data.role, companyIds: data.companyIds ?? [] }),
  ),
  UserEdited: bare('user.edited.v1', 'stewards', 'Os dados de um usuário mudaram'),
  UserRoleChanged: fact(
    'user.role-changed.v1',
    'stewards',
    'O papel de um usuário mudou',
    z.object({ role }),
    (data) => ({ role: data.role }),
  ),
  UserCompaniesAssigned: fact(
    'user.companies-assigned.v1',
    'stewards',
    'As empresas de um usuário comum mudaram',
    z.object({ companyIds }),
    (data) => ({ companyIds: data.companyIds }),
  ),
  UserDeactivated: bare('user.deactivated.v1', 'stewards', 'Um usuário foi inativado'),
  UserActivated: bare('user.activated.v1', 'stewards', 'Um usuário foi ativado'),
  UserErased: bare('user.erased.v1', 'stewards', 'Os dados pessoais de um usuário removido foram apagados'),
  UserRemoved: bare('user.removed.v1', 'stewards', 'Um usuário foi removido'),
  ApiTokenIssued: fact(
    'token.issued.v1',
    'stewards',
    'Um token de API foi criado',
    z.object({ description: z.string(), expiresAt: timestamp.nullable() }),
    (data) => ({ description: data.description, expiresAt: data.expiresAt ?? null }),
    (data) => ({ userId: data.issuerId }),
  ),
  ApiTokenRevoked: bare('token.revoked.v1', 'stewards', 'Um token de API foi revogado', (data) => ({
    userId: data.issuerId,
  })),
  WebhookCreated: bare('webhook.created.v1', 'stewards', 'Um webhook foi cadastrado'),
  WebhookRemoved: bare('webhook.removed.v1', 'stewards', 'Um webhook foi removido'),
  WebhookDisabled: fact(
    'webhook.disabled.v1',
    'stewards',
    'Um webhook foi desativado, por dias de falhas',
    z.object({ failingSince: timestamp }),
    (data) => ({ failingSince: data.failingSince }),
  ),
  TagCreated: fact('tag.created.v1', 'members', 'Uma etiqueta foi criada', tagged, tagOf),
  TagRenamed: fact('tag.renamed.v1', 'members', 'Uma etiqueta mudou de nome', tagged, tagOf),
  TagRemoved: fact(
    'tag.removed.v1',
    'members',
    'Uma etiqueta foi removida, de todos os processos',
    tagged.pick({ tagId: true }),
    ({ tagId }) => ({ tagId }),
  ),
  CreditsGranted: fact('credits.granted.v1', 'stewards', 'A conta ganhou créditos', credit, (data) => ({
    amount: data.amount,
  })),
  MonthlyCreditsSet: fact(
    'credits.monthly-set.v1',
    'stewards',
    'Os créditos que a conta ganha a cada mês mudaram',
    z.object({ amount: z.number().int().nonnegative() }),
    (data) => ({ amount: data.amount }),
  ),
  CreditsReserved: fact(
    'credits.reserved.v1',
    'stewards',
    'Créditos foram reservados para um processo',
    credit,
    (data) => ({ amount: data.amount }),
  ),
  CreditsConsumed: fact('credits.consumed.v1', 'stewards', 'Créditos foram consumidos', credit, (data) => ({
    amount: data.amount,
  })),
  CreditsRefunded: fact('credits.refunded.v1', 'stewards', 'Créditos foram devolvidos', credit, (data) => ({
    amount: data.amount,
  })),
};

/** Facts of whom and what the tenant keeps. Of persons only their ids: the rest is read from the API. */
const ofRegister: PublicEvents = {
  CompanyCreated: fact(
    'company.created.v1',
    'company',
    'Uma empresa foi cadastrada',
    companyData,
    ({ cnpj, fields: { companyName, tradingName, externalId, active } }) => ({
      cnpj,
      companyName,
      tradingName,
      externalId,
      active,
    }),
  ),
  CompanyEdited: fact(
    'company.edited.v1',
    'company',
    'Os dados de uma empresa mudaram',
    companyData.omit({ cnpj: true }),
    ({ fields: { companyName, tradingName, externalId, active } }) => ({
      companyName,
      tradingName,
      externalId,
      active,
    }),
  ),
  CompanyActivated: bare('company.activated.v1', 'company', 'Uma empresa foi ativada'),
  CompanyDeactivated: bare('company.deactivated.v1', 'company', 'Uma empresa foi inativada'),
  CompanyRemoved: bare('company.removed.v1', 'company', 'Uma empresa foi removida'),
  PersonCreated: bare('person.created.v1', 'members', 'Uma pessoa foi cadastrada'),
  PersonBatchCreated: fact(
    'person.batch-created.v1',
    'members',
    'As pessoas de um arquivo foram cadastradas',
    z.object({ personIds: z.array(identifier) }),
    (data) => ({ personIds: data.personIds }),
  ),
  PersonEdited: bare('person.edited.v1', 'members', 'Os dados de uma pessoa mudaram'),
  /** Who keeps copies of what is theirs has to erase them too. */
  PersonErased: bare('person.erased.v1', 'members', 'Os dados pessoais de uma pessoa foram apagados'),
  PersonRemoved: bare('person.removed.v1', 'members', 'Uma pessoa foi removida'),
};

/** Facts of what processes are made from; what it holds is read from the API. */
const ofTemplates: PublicEvents = {
  TemplateCreated: bare('template.created.v1', 'members', 'Um modelo foi criado'),
  TemplateEdited: bare('template.edited.v1', 'members', 'Um modelo mudou'),
  TemplateRemoved: bare('template.removed.v1', 'members', 'Um modelo foi removido'),
  EnvelopeCreated: bare('envelope.created.v1', 'members', 'Um envelope de modelos foi criado'),
  EnvelopeEdited: bare('envelope.edited.v1', 'members', 'Um envelope de modelos mudou'),
  EnvelopeRemoved: bare('envelope.removed.v1', 'members', 'Um envelope de modelos foi removido'),
  SignerGroupCreated: bare('group.created.v1', 'members', 'Um grupo de pessoas foi criado'),
  SignerGroupEdited: bare('group.edited.v1', 'members', 'Um grupo de pessoas mudou'),
  SignerGroupRemoved: bare('group.removed.v1', 'members', 'Um grupo de pessoas foi removido'),
};

/** Facts of a process, of its documents and signatures. */
const ofProcess: PublicEvents = {
  ProcessCreated: fact(
    'process.created.v1',
    'company',
    'Um processo foi criado',
    z.object({
      summary: z.string(),
      documents: z.array(
        z.object({
          documentId: identifier,
          name: z.string(),
          sha256,
          sizeBytes: z.number().int(),
          pages: z.number().int(),
        }),
      ),
      participants: z.array(z.object({ personId: identifier, part, group: signingGroup })),
      minimumSignatories: z.number().int(),
      deadline: timestamp.nullable(),
    }),
    (data) => ({
      summary: data.summary,
      documents: data.documents.map(({ documentId, name, sha256: hash, sizeBytes, pages }) => ({
        documentId,
        name,
        sha256: hash,
        sizeBytes,
        pages,
      })),
      participants: data.participants.map(({ personId, part: own, group }) => ({
        personId,
        part: own,
        group: group ?? 1,
      })),
      minimumSignatories: data.minimumSignatories,
      deadline: data.deadline ?? null,
    }),
    (data) => ({ companyId: data.company.companyId, userId: data.requester.userId }),
  ),
  GroupAsked: fact(
    'process.group-asked.v1',
    'company',
    'Chegou a vez de um grupo assinar',
    z.object({ group: signingGroup, personIds: z.array(identifier) }),
    (data) => ({ group: data.group, personIds: data.personIds }),
  ),
  ParticipantReplaced: fact(
    'process.participant-replaced.v1',
    'company',
    'Um participante que não tinha assinado foi trocado',
    z.object({ replacedPersonId: identifier, part, signatureIds: z.array(z.string()) }),
    (data) => ({
      replacedPersonId: data.replaced.personId,
      part: data.participant.part,
      signatureIds: data.signatures.map(({ signatureId }) => signatureId),
    }),
    (data) => ({ personId: data.participant.personId }),
  ),
  ParticipantContactReplaced: fact(
    'process.participant-contact-replaced.v1',
    'company',
    'O contato de um participante que ainda vai assinar foi corrigido',
    z.object({ documentIds: z.array(identifier) }),
    (data) => ({ documentIds: data.documentIds }),
    (data) => ({ personId: data.personId }),
  ),
  ParticipantsReminded: fact(
    'process.reminded.v1',
    'company',
    'Quem está pendente foi lembrado',
    z.object({ by: z.enum(['hand', 'schedule']), personIds: z.array(identifier) }),
    (data) => ({ by: data.by, personIds: data.personIds }),
  ),
  DeadlineExtended: fact(
    'process.deadline-extended.v1',
    'company',
    'O prazo de um processo foi adiado',
    z.object({ deadline: timestamp }),
    (data) => ({ deadline: data.deadline }),
  ),
  ProcessExpired: fact(
    'process.expired.v1',
    'company',
    'O prazo de um processo passou com assinaturas pendentes',
    z.object({ deadline: timestamp, personIds: z.array(identifier) }),
    (data) => ({ deadline: data.deadline, personIds: data.personIds }),
  ),
  ProcessTagged: fact(
    'process.tagged.v1',
    'company',
    'Um processo recebeu uma etiqueta',
    tagged.pick({ tagId: true }),
    ({ tagId }) => ({ tagId }),
  ),
  ProcessUntagged: fact(
    'process.untagged.v1',
    'company',
    'Um processo perdeu uma etiqueta',
    tagged.pick({ tagId: true }),
    ({ tagId }) => ({ tagId }),
  ),
  ProcessFinished: bare('process.finished.v1', 'company', 'Um processo terminou, com documento selado'),
  ProcessRejected: bare('process.rejected.v1', 'company', 'Um processo terminou recusado'),
  ProcessCanceled: bare('process.canceled.v1', 'company', 'Um processo foi cancelado'),
  SignatureSigned: fact(
    'signature.signed.v1',
    'company',
    'Alguém assinou um documento',
    z.object({ part, signedAt: timestamp, documentSha256: sha256 }),
    (data) => ({ part: data.part, signedAt: data.signedAt, documentSha256: data.documentSha256 }),
  ),
  SignatureRejected: fact(
    'signature.rejected.v1',
    'company',
    'Alguém recusou um documento',
    reason.extend({ part, rejectedAt: timestamp }),
    (data) => ({ part: data.part, reason: data.reason, rejectedAt: data.rejectedAt }),
  ),
  DocumentCompleted: bare('document.completed.v1', 'company', 'Todos os que deviam assinaram um documento'),
  DocumentRejected: fact(
    'document.rejected.v1',
    'company',
    'Um documento terminou recusado',
    z.object({
      cause: z.enum(['required-participant-rejected', 'minimum-signatories-unreachable', 'deadline-passed']),
    }),
    (data) => ({ cause: data.cause }),
  ),
  DocumentCanceled: fact('document.canceled.v1', 'company', 'Um documento foi cancelado', reason, (data) => ({
    reason: data.reason ?? null,
  })),
  DocumentSealed: fact(
    'document.sealed.v1',
    'company',
    'Um documento foi selado e pode ser baixado',
    z.object({ sha256, sizeBytes: z.number().int(), validationCode: z.string(), sealedAt: timestamp }),
    (data) => ({
      sha256: data.sha256,
      sizeBytes: data.sizeBytes,
      validationCode: data.validationCode,
      sealedAt: data.sealedAt,
    }),
  ),
  DocumentSealFailed: fact(
    'document.seal-failed.v1',
    'company',
    'Um documento assinado não pôde ser selado, e o crédito voltou',
    z.object({ cause: sealFailure }),
    (data) => ({ cause: data.reason }),
  ),
  SealRenewed: fact(
    'document.seal-renewed.v1',
    'company',
    'A prova de um documento selado foi prolongada; o arquivo ganhou bytes no fim',
    z.object({ sha256, sizeBytes: z.number().int(), provableUntil: timestamp }),
    (data) => ({ sha256: data.sha256, sizeBytes: data.sizeBytes, provableUntil: data.provableUntil }),
  ),
  PartialCopySealed: fact(
    'document.partial-copy-sealed.v1',
    'company',
    'Uma cópia parcial de um documento pendente ficou pronta',
    z.object({ sha256, sizeBytes: z.number().int(), level: sealLevel, missing: z.number().int() }),
    (data) => ({
      sha256: data.sha256,
      sizeBytes: data.sizeBytes,
      level: data.level,
      missing: data.missing,
    }),
  ),
};

const ofDownload: PublicEvents = {
  DownloadRequested: fact(
    'download.requested.v1',
    'requester',
    'Um zip com documentos selados foi pedido',
    zip,
    (data) => ({ fileCount: data.documents.length, sizeBytes: data.sizeBytes }),
    (data) => ({ userId: data.requestedBy.userId }),
  ),
  DownloadPrepared: fact(
    'download.ready.v1',
    'requester',
    'O zip pedido está pronto',
    zip.extend({ sha256, expiresAt: timestamp }),
    (data) => ({
      fileCount: data.files.length,
      sizeBytes: data.sizeBytes,
      sha256: data.sha256,
      expiresAt: data.expiresAt,
    }),
    (data) => ({ userId: data.requesterId }),
  ),
};

/** Every fact that integrators are told, by its internal type. What is not here is the platform's own machinery. */
export const publicEvents: PublicEvents = {
  ...ofTenant,
  ...ofRegister,
  ...ofTemplates,
  ...ofProcess,
  ...ofDownload,
};
