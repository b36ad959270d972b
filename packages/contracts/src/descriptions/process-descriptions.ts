import type { ProcessEvent } from '../events/index.ts';
import type { ProcessEventDescription } from './description.ts';

/** The events of a process, in the order of its life. */
export const processDescriptions = {
  ProcessCreated: {
    title: 'Processo criado',
    history: ['process', 'Criou um processo'],
    feed: { type: 'process.created.v1', reach: 'company', summary: 'Um processo foi criado' },
    timeline: { action: 'created', icon: 'file-plus', tone: 'primary', public: true },
    evidence: 'Documento enviado para assinatura',
  },
  DocumentOpened: {
    title: 'Documento aberto',
    history: ['signature', 'Abriu um documento'],
    feed: {
      type: 'document.opened.v1',
      reach: 'company',
      summary: 'Alguém abriu um documento que vai assinar',
    },
    timeline: { action: 'opened', icon: 'eye', tone: 'neutral', public: false, act: 'abriu' },
    evidence: 'Documento aberto',
  },
  DocumentRead: {
    title: 'Documento lido',
    history: ['signature', 'Leu um documento'],
    feed: { type: 'document.read.v1', reach: 'company', summary: 'Alguém leu um documento que vai assinar' },
    timeline: { action: 'read', icon: 'book-open-check', tone: 'info', public: false, act: 'leu' },
    evidence: 'Documento lido',
  },
  SignatureSigned: {
    title: 'Documento assinado',
    history: ['signature', 'Assinou um documento'],
    feed: { type: 'signature.signed.v1', reach: 'company', summary: 'Alguém assinou um documento' },
    timeline: { action: 'signed', icon: 'pen-line', tone: 'success', public: true, act: 'assinou' },
  },
  SignatureRejected: {
    title: 'Assinatura recusada',
    history: ['signature', 'Recusou um documento'],
    feed: { type: 'signature.rejected.v1', reach: 'company', summary: 'Alguém recusou um documento' },
    timeline: { action: 'rejected', icon: 'circle-x', tone: 'danger', public: true, act: 'recusou assinar' },
  },
  SignaturesDispensed: {
    title: 'Representantes dispensados',
    history: ['signature', 'Representantes dispensados de assinar'],
    feed: {
      type: 'signature.dispensed.v1',
      reach: 'company',
      summary: 'O mínimo de representantes assinou, e os demais foram dispensados',
    },
    timeline: {
      action: 'signatures-dispensed',
      icon: 'user-round-check',
      tone: 'neutral',
      public: true,
      byRule: true,
    },
    evidence: 'Representantes além do mínimo dispensados',
  },
  GroupAsked: {
    title: 'Próximo grupo chamado a assinar',
    feed: { type: 'process.group-asked.v1', reach: 'company', summary: 'Chegou a vez de um grupo assinar' },
    timeline: {
      action: 'group-asked',
      icon: 'user-round-plus',
      tone: 'primary',
      public: false,
      byRule: true,
    },
  },
  ParticipantReplaced: {
    title: 'Participante substituído',
    history: ['process', 'Substituiu um participante'],
    feed: {
      type: 'process.participant-replaced.v1',
      reach: 'company',
      summary: 'Um participante que não tinha assinado foi trocado',
    },
    timeline: { action: 'participant-replaced', icon: 'user-round-pen', tone: 'info', public: true },
  },
  SignatureDelegated: {
    title: 'Assinatura encaminhada a outra pessoa',
    history: ['signature', 'Encaminhou a própria assinatura a outra pessoa'],
    feed: {
      type: 'signature.delegated.v1',
      reach: 'company',
      summary: 'Um participante encaminhou a assinatura a quem deve assinar no seu lugar',
    },
    timeline: { action: 'delegated', icon: 'user-round-pen', tone: 'info', public: true },
  },
  ParticipantContactReplaced: {
    title: 'Contato corrigido',
    history: ['process', 'Corrigiu o contato de um participante'],
    feed: {
      type: 'process.participant-contact-replaced.v1',
      reach: 'company',
      summary: 'O contato de um participante que ainda vai assinar foi corrigido',
    },
    timeline: { action: 'contact-replaced', icon: 'user-round-pen', tone: 'warning', public: true },
    evidence: 'Contato de participante corrigido',
  },
  ParticipantsReminded: {
    title: 'Lembrete enviado',
    history: ['process', 'Lembrou quem está pendente'],
    feed: { type: 'process.reminded.v1', reach: 'company', summary: 'Quem está pendente foi lembrado' },
    timeline: { action: 'reminded', icon: 'bell-ring', tone: 'neutral', public: false },
  },
  DeadlineExtended: {
    title: 'Prazo adiado',
    history: ['process', 'Adiou o prazo de um processo'],
    feed: {
      type: 'process.deadline-extended.v1',
      reach: 'company',
      summary: 'O prazo de um processo foi adiado',
    },
    timeline: { action: 'deadline-extended', icon: 'calendar-plus', tone: 'info', public: false },
  },
  ProcessExpired: {
    title: 'Prazo encerrado',
    history: ['process', 'O prazo de um processo terminou'],
    feed: {
      type: 'process.expired.v1',
      reach: 'company',
      summary: 'O prazo de um processo passou com assinaturas pendentes',
    },
    timeline: { action: 'expired', icon: 'calendar-x', tone: 'danger', public: false, byRule: true },
  },
  DocumentCompleted: {
    title: 'Assinaturas reunidas',
    history: ['process', 'Assinaturas de um documento reunidas'],
    feed: {
      type: 'document.completed.v1',
      reach: 'company',
      summary: 'Todos os que deviam assinaram um documento',
    },
    timeline: { action: 'document-completed', icon: 'users', tone: 'info', public: true, byRule: true },
    evidence: 'Todas as assinaturas exigidas foram colhidas',
  },
  DocumentRejected: {
    title: 'Documento recusado',
    history: ['process', 'Documento recusado'],
    feed: { type: 'document.rejected.v1', reach: 'company', summary: 'Um documento terminou recusado' },
    timeline: { action: 'document-rejected', icon: 'circle-x', tone: 'danger', public: true, byRule: true },
  },
  DocumentCanceled: {
    title: 'Documento cancelado',
    history: ['process', 'Cancelou um documento'],
    feed: { type: 'document.canceled.v1', reach: 'company', summary: 'Um documento foi cancelado' },
    timeline: { action: 'document-canceled', icon: 'ban', tone: 'neutral', public: true },
  },
  DocumentSealed: {
    title: 'Documento selado',
    history: ['process', 'Documento selado'],
    feed: {
      type: 'document.sealed.v1',
      reach: 'company',
      summary: 'Um documento foi selado e pode ser baixado',
    },
    timeline: { action: 'document-sealed', icon: 'stamp', tone: 'success', public: true, byRule: true },
  },
  DocumentSealFailed: {
    title: 'Documento sem selo',
    history: ['process', 'Documento não pôde ser selado'],
    feed: {
      type: 'document.seal-failed.v1',
      reach: 'company',
      summary: 'Um documento assinado não pôde ser selado, e o crédito voltou',
    },
    timeline: {
      action: 'document-seal-failed',
      icon: 'circle-alert',
      tone: 'danger',
      public: true,
      byRule: true,
    },
  },
  ProcessFinished: {
    title: 'Processo finalizado',
    history: ['process', 'Processo finalizado'],
    feed: {
      type: 'process.finished.v1',
      reach: 'company',
      summary: 'Um processo terminou, com documento selado',
    },
    timeline: {
      action: 'process-finished',
      icon: 'circle-check',
      tone: 'success',
      public: true,
      byRule: true,
    },
  },
  ProcessRejected: {
    title: 'Processo recusado',
    history: ['process', 'Processo recusado'],
    feed: { type: 'process.rejected.v1', reach: 'company', summary: 'Um processo terminou recusado' },
    timeline: { action: 'process-rejected', icon: 'circle-x', tone: 'danger', public: true, byRule: true },
  },
  ProcessCanceled: {
    title: 'Processo cancelado',
    history: ['process', 'Processo cancelado'],
    feed: { type: 'process.canceled.v1', reach: 'company', summary: 'Um processo foi cancelado' },
    timeline: { action: 'process-canceled', icon: 'ban', tone: 'neutral', public: true },
  },
  ProcessCreationAbandoned: null,
  ProcessTagged: {
    title: 'Processo recebeu etiqueta',
    feed: { type: 'process.tagged.v1', reach: 'company', summary: 'Um processo recebeu uma etiqueta' },
  },
  ProcessUntagged: {
    title: 'Processo perdeu etiqueta',
    feed: { type: 'process.untagged.v1', reach: 'company', summary: 'Um processo perdeu uma etiqueta' },
  },
} as const satisfies Readonly<Record<ProcessEvent['type'], ProcessEventDescription | null>>;
