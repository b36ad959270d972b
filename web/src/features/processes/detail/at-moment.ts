import type { AnswerOf } from '@lacre/contracts';

import type { ProcessDetail, ProcessDocument, ProcessParticipant } from '@/entities/process/queries.ts';

type Moment = AnswerOf<'processMoment'>;

/** Signatures of one document at that moment, as its row counts them. */
function countOf(moment: Moment, documentId: string, minimumSignatories: number) {
  const own = moment.signatures.filter((signature) => signature.documentId === documentId);
  const signatories = own.filter(({ part }) => part === 'signatory');
  const others = own.filter(({ part }) => part !== 'signatory');
  const done = (all: typeof own) => all.filter(({ status }) => status === 'signed').length;
  const minimum = Math.min(minimumSignatories, signatories.length);
  return { done: done(others) + Math.min(minimum, done(signatories)), total: others.length + minimum };
}

/** A process as it stood then, in the shape of today's: what only sealing brings is not there before it. */
export function atMoment(process: ProcessDetail, moment: Moment): ProcessDetail {
  const documents = process.documents.map((document): ProcessDocument => {
    const status =
      moment.documents.find((one) => one.documentId === document.documentId)?.status ?? 'pending';
    const { done, total } = countOf(moment, document.documentId, process.minimumSignatories);
    const counted = { ...document, status, signaturesDone: done, signaturesTotal: total };
    if (status === 'sealed') return counted;
    return {
      ...counted,
      sealStep: status === 'completed' ? 'completed' : 'received',
      sealProblem: null,
      sealedAt: null,
      sealedSha256: null,
      provableUntil: null,
      validationCode: null,
    };
  });
  const participants = moment.participants.map((one): ProcessParticipant => {
    const known = process.participants.find(({ personId }) => personId === one.personId);
    return {
      ...(known ?? {
        cpf: '',
        email: '',
        cellphoneNumber: null,
        requirements: { location: false },
        invitation: one.asked ? 'sent' : 'waiting-turn',
      }),
      personId: one.personId,
      part: one.part,
      name: one.name,
      atRequestOf: one.atRequestOf,
      group: one.group,
    };
  });
  return {
    ...process,
    status: moment.status,
    deadline: moment.deadline,
    documents,
    participants,
    signatures: moment.signatures,
    waitingFor: moment.waitingFor,
    signaturesDone: moment.signaturesDone,
    signaturesTotal: moment.signaturesTotal,
  };
}
