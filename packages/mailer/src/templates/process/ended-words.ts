import type { Language } from '@lacre/contracts/languages';

/** What is said of one document, and of several. */
type OneOrMany = readonly [one: string, many: string];

interface EndedWords {
  reason: string;
  open: string;
  takesPart: string;
  rejected: {
    subject: string;
    title: string;
    /** After a name. */
    refused: string;
    refusedBecause: string;
    goesOn: OneOrMany;
    ended: OneOrMany;
  };
  recorded: {
    subject: string;
    preview: string;
    title: string;
    /** Before and after the moment. */
    act: readonly [string, string];
    reasonGiven: string;
    because: string;
  };
  canceled: {
    subject: OneOrMany;
    subjectOfProcess: string;
    preview: string;
    title: (count: number) => string;
    titleOfProcess: string;
    /** After a name. */
    part: string;
    process: string;
    final: string;
    because: string;
  };
}

/** Of refusals and cancellations. */
export const ENDED_WORDS: Readonly<Record<Language, EndedWords>> = {
  'pt-BR': {
    reason: 'Motivo',
    open: 'Ver processo',
    takesPart: 'Você recebeu esta mensagem porque participa deste processo.',
    rejected: {
      subject: 'Assinatura recusada',
      title: 'A assinatura foi recusada',
      refused: ' recusou assinar.',
      refusedBecause: ' recusou assinar pelo motivo abaixo.',
      goesOn: [
        'Os demais participantes bastam: o documento continua recebendo assinaturas.',
        'Os demais participantes bastam: os documentos continuam recebendo assinaturas.',
      ],
      ended: [
        'Com isso, o documento foi encerrado sem o selo e não recebe mais assinaturas.',
        'Com isso, os documentos foram encerrados sem o selo e não recebem mais assinaturas.',
      ],
    },
    recorded: {
      subject: 'Recusa registrada',
      preview: 'Registramos que você recusou assinar.',
      title: 'Sua recusa foi registrada',
      act: ['Você recusou assinar em ', '. Quem pediu a assinatura já foi avisado do motivo.'],
      reasonGiven: 'Motivo informado',
      because: 'Você recebeu esta mensagem como comprovante da sua recusa.',
    },
    canceled: {
      subject: ['Documento cancelado', 'Documentos cancelados'],
      subjectOfProcess: 'Processo cancelado',
      preview: 'Você não precisa mais assinar.',
      title: (count) => (count === 1 ? 'Um documento foi cancelado' : `${count} documentos foram cancelados`),
      titleOfProcess: 'O processo foi cancelado',
      part: ' cancelou parte do processo.',
      process: ' cancelou o processo.',
      final: ' O cancelamento é definitivo, e você não precisa fazer mais nada.',
      because: 'Você recebeu esta mensagem porque participava deste processo.',
    },
  },
  en: {
    reason: 'Reason',
    open: 'See the process',
    takesPart: 'You received this message because you take part in this process.',
    rejected: {
      subject: 'Signature refused',
      title: 'The signature was refused',
      refused: ' refused to sign.',
      refusedBecause: ' refused to sign for the reason below.',
      goesOn: [
        'The other participants are enough: the document still takes signatures.',
        'The other participants are enough: the documents still take signatures.',
      ],
      ended: [
        'So the document ended without the seal and takes no more signatures.',
        'So the documents ended without the seal and take no more signatures.',
      ],
    },
    recorded: {
      subject: 'Refusal recorded',
      preview: 'We recorded that you refused to sign.',
      title: 'Your refusal was recorded',
      act: ['You refused to sign on ', '. The person who asked for the signature has been told the reason.'],
      reasonGiven: 'Reason given',
      because: 'You received this message as a receipt of your refusal.',
    },
    canceled: {
      subject: ['Document canceled', 'Documents canceled'],
      subjectOfProcess: 'Process canceled',
      preview: 'You no longer need to sign.',
      title: (count) => (count === 1 ? 'A document was canceled' : `${count} documents were canceled`),
      titleOfProcess: 'The process was canceled',
      part: ' canceled part of the process.',
      process: ' canceled the process.',
      final: ' This is final, and you do not need to do anything else.',
      because: 'You received this message because you took part in this process.',
    },
  },
  es: {
    reason: 'Motivo',
    open: 'Ver el proceso',
    takesPart: 'Recibió este mensaje porque participa en este proceso.',
    rejected: {
      subject: 'Firma rechazada',
      title: 'La firma fue rechazada',
      refused: ' rechazó firmar.',
      refusedBecause: ' rechazó firmar por el motivo de abajo.',
      goesOn: [
        'Los demás participantes son suficientes: el documento sigue recibiendo firmas.',
        'Los demás participantes son suficientes: los documentos siguen recibiendo firmas.',
      ],
      ended: [
        'Por eso, el documento terminó sin el sello y ya no recibe firmas.',
        'Por eso, los documentos terminaron sin el sello y ya no reciben firmas.',
      ],
    },
    recorded: {
      subject: 'Rechazo registrado',
      preview: 'Registramos que usted rechazó firmar.',
      title: 'Su rechazo fue registrado',
      act: ['Rechazó firmar el ', '. Quien pidió la firma ya fue avisado del motivo.'],
      reasonGiven: 'Motivo informado',
      because: 'Recibió este mensaje como comprobante de su rechazo.',
    },
    canceled: {
      subject: ['Documento cancelado', 'Documentos cancelados'],
      subjectOfProcess: 'Proceso cancelado',
      preview: 'Ya no necesita firmar.',
      title: (count) => (count === 1 ? 'Se canceló un documento' : `Se cancelaron ${count} documentos`),
      titleOfProcess: 'El proceso fue cancelado',
      part: ' canceló parte del proceso.',
      process: ' canceló el proceso.',
      final: ' La cancelación es definitiva. No necesita hacer nada más.',
      because: 'Recibió este mensaje porque participaba en este proceso.',
    },
  },
};
