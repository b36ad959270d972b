import type { EventType } from '../events/index.ts';
import type { EventDescription } from './description.ts';

/** The events of companies, persons and their faces, of what processes are made from, and of what is made of them. */
export const registerDescriptions = {
  CompanyCreated: {
    title: 'Empresa cadastrada',
    history: ['company', 'Cadastrou uma empresa'],
    feed: { type: 'company.created.v1', reach: 'company', summary: 'Uma empresa foi cadastrada' },
  },
  CompanyEdited: {
    title: 'Empresa alterada',
    history: ['company', 'Alterou uma empresa'],
    feed: { type: 'company.edited.v1', reach: 'company', summary: 'Os dados de uma empresa mudaram' },
  },
  CompanyActivated: {
    title: 'Empresa ativada',
    history: ['company', 'Ativou uma empresa'],
    feed: { type: 'company.activated.v1', reach: 'company', summary: 'Uma empresa foi ativada' },
  },
  CompanyDeactivated: {
    title: 'Empresa inativada',
    history: ['company', 'Inativou uma empresa'],
    feed: { type: 'company.deactivated.v1', reach: 'company', summary: 'Uma empresa foi inativada' },
  },
  CompanyRemoved: {
    title: 'Empresa removida',
    history: ['company', 'Removeu uma empresa'],
    feed: { type: 'company.removed.v1', reach: 'company', summary: 'Uma empresa foi removida' },
  },
  PersonCreated: {
    title: 'Pessoa cadastrada',
    history: ['person', 'Cadastrou uma pessoa'],
    feed: { type: 'person.created.v1', reach: 'members', summary: 'Uma pessoa foi cadastrada' },
  },
  // Of a batch only its end is a fact.
  PersonDrafted: null,
  PersonEdited: {
    title: 'Pessoa alterada',
    history: ['person', 'Alterou uma pessoa'],
    feed: { type: 'person.edited.v1', reach: 'members', summary: 'Os dados de uma pessoa mudaram' },
  },
  PersonRemoved: {
    title: 'Pessoa removida',
    history: ['person', 'Removeu uma pessoa'],
    feed: { type: 'person.removed.v1', reach: 'members', summary: 'Uma pessoa foi removida' },
  },
  PersonBatchCreated: {
    title: 'Pessoas de um arquivo cadastradas',
    history: ['person', 'Cadastrou pessoas por arquivo'],
    feed: {
      type: 'person.batch-created.v1',
      reach: 'members',
      summary: 'As pessoas de um arquivo foram cadastradas',
    },
  },
  PersonBatchAbandoned: null,
  PersonErased: {
    title: 'Dados de pessoa apagados',
    history: ['person', 'Apagou os dados de uma pessoa'],
    feed: {
      type: 'person.erased.v1',
      reach: 'members',
      summary: 'Os dados pessoais de uma pessoa foram apagados',
    },
  },
  PersonErasureCompleted: null,
  UserErased: {
    title: 'Dados de usuário apagados',
    history: ['user', 'Apagou os dados de um usuário removido'],
    feed: {
      type: 'user.erased.v1',
      reach: 'stewards',
      summary: 'Os dados pessoais de um usuário removido foram apagados',
    },
  },
  UserErasureCompleted: null,
  // Events of a face are in no history but the person's.
  FaceConsentGiven: null,
  FaceEnrolled: null,
  FaceErased: null,
  FaceRefused: null,
  ValueReserved: null,
  ReservationTakenOver: null,
  ValueReleased: null,
  OwnerForfeited: null,
  TemplateCreated: {
    title: 'Modelo criado',
    history: ['model', 'Criou um modelo'],
    feed: { type: 'template.created.v1', reach: 'members', summary: 'Um modelo foi criado' },
  },
  TemplateEdited: {
    title: 'Modelo alterado',
    history: ['model', 'Editou um modelo'],
    feed: { type: 'template.edited.v1', reach: 'members', summary: 'Um modelo mudou' },
  },
  TemplateRemoved: {
    title: 'Modelo removido',
    history: ['model', 'Removeu um modelo'],
    feed: { type: 'template.removed.v1', reach: 'members', summary: 'Um modelo foi removido' },
  },
  EnvelopeCreated: {
    title: 'Envelope criado',
    history: ['model', 'Criou um envelope'],
    feed: { type: 'envelope.created.v1', reach: 'members', summary: 'Um envelope de modelos foi criado' },
  },
  EnvelopeEdited: {
    title: 'Envelope alterado',
    history: ['model', 'Editou um envelope'],
    feed: { type: 'envelope.edited.v1', reach: 'members', summary: 'Um envelope de modelos mudou' },
  },
  EnvelopeRemoved: {
    title: 'Envelope removido',
    history: ['model', 'Removeu um envelope'],
    feed: { type: 'envelope.removed.v1', reach: 'members', summary: 'Um envelope de modelos foi removido' },
  },
  SignerGroupCreated: {
    title: 'Grupo criado',
    history: ['model', 'Criou um grupo'],
    feed: { type: 'group.created.v1', reach: 'members', summary: 'Um grupo de pessoas foi criado' },
  },
  SignerGroupEdited: {
    title: 'Grupo alterado',
    history: ['model', 'Editou um grupo'],
    feed: { type: 'group.edited.v1', reach: 'members', summary: 'Um grupo de pessoas mudou' },
  },
  SignerGroupRemoved: {
    title: 'Grupo removido',
    history: ['model', 'Removeu um grupo'],
    feed: { type: 'group.removed.v1', reach: 'members', summary: 'Um grupo de pessoas foi removido' },
  },
  ProcessSetPlanned: null,
  ProcessSetCreated: null,
  ProcessSetAbandoned: null,
  SealRendered: null,
  SealSigned: null,
  SealTimeStamped: null,
  SealValidationDataAdded: null,
  SealArchived: null,
  // DocumentSealed and DocumentSealFailed are in the feed instead, once the process has it.
  SealProduced: null,
  SealFailed: null,
  SealRenewed: {
    title: 'Prova do selo prolongada',
    feed: {
      type: 'document.seal-renewed.v1',
      reach: 'company',
      summary: 'A prova de um documento selado foi prolongada; o arquivo ganhou bytes no fim',
    },
  },
  EvidenceSealed: null,
  PartialCopySealed: {
    title: 'Cópia parcial pronta',
    feed: {
      type: 'document.partial-copy-sealed.v1',
      reach: 'company',
      summary: 'Uma cópia parcial de um documento pendente ficou pronta',
    },
  },
  DownloadRequested: {
    title: 'Download pedido',
    history: ['process', 'Pediu um download'],
    feed: {
      type: 'download.requested.v1',
      reach: 'requester',
      summary: 'Um zip com documentos selados foi pedido',
    },
  },
  DownloadPrepared: {
    title: 'Download pronto',
    history: ['process', 'Download pronto'],
    feed: { type: 'download.ready.v1', reach: 'requester', summary: 'O zip pedido está pronto' },
  },
  DownloadExpired: null,
} as const satisfies { readonly [Type in EventType]?: EventDescription | null };
