import type { DataOf, EventType } from '@lacre/contracts';
import type { RecordedEvent } from '@lacre/event-store';

type Standing = 'pending' | 'signed' | 'rejected' | 'dispensed';
interface Signature {
  personId: string;
  documentId: string;
  standing: Standing;
}
type Document = 'pending' | 'completed' | 'rejected' | 'canceled' | 'sealed' | 'failed';

const dataOf = <Type extends EventType>(_type: Type, event: RecordedEvent) =>
  event.data as unknown as DataOf<Type>;

/**
 * Reads one process's events as an auditor would, by rules written down apart from those that decided: each
 * signature acted on once, by the person of whom it is asked at that moment, of a document that is pending at that moment; each
 * document and the process come to one end.
 */
export class ProcessJudge {
  readonly problems: string[] = [];
  /** Ids of signatures that were made, in their order. */
  readonly signed: string[] = [];
  readonly #signatures = new Map<string, Signature>();
  readonly #documents = new Map<string, Document>();
  #ends = 0;

  read(event: RecordedEvent): void {
    switch (event.type as EventType) {
      case 'ProcessCreated': {
        const { documents, signatures } = dataOf('ProcessCreated', event);
        for (const { documentId } of documents) this.#documents.set(documentId, 'pending');
        for (const { signatureId, personId, documentId } of signatures)
          this.#signatures.set(signatureId, { personId, documentId, standing: 'pending' });
        break;
      }
      case 'SignatureSigned': {
        const { signatureId, personId } = dataOf('SignatureSigned', event);
        this.#act(event, signatureId, personId, 'signed');
        this.signed.push(signatureId);
        break;
      }
      case 'SignatureRejected': {
        const { signatureId, personId } = dataOf('SignatureRejected', event);
        this.#act(event, signatureId, personId, 'rejected');
        break;
      }
      case 'SignaturesDispensed': {
        const { documentId, signatures } = dataOf('SignaturesDispensed', event);
        for (const { signatureId, personId } of signatures) {
          this.#act(event, signatureId, personId, 'dispensed');
          if (this.#signatures.get(signatureId)?.documentId !== documentId)
            this.#object(event, `${signatureId} is of another document`);
        }
        break;
      }
      case 'ParticipantReplaced': {
        const { replaced, participant, signatures } = dataOf('ParticipantReplaced', event);
        this.#goesOver(event, replaced.personId, participant.personId, signatures);
        break;
      }
      case 'SignatureDelegated': {
        const { personId, participant, signatures } = dataOf('SignatureDelegated', event);
        this.#goesOver(event, personId, participant.personId, signatures);
        break;
      }
      case 'DocumentCompleted':
        this.#becomes(event, dataOf('DocumentCompleted', event).documentId, 'pending', 'completed');
        break;
      case 'DocumentRejected':
        this.#becomes(event, dataOf('DocumentRejected', event).documentId, 'pending', 'rejected');
        break;
      case 'DocumentCanceled':
        this.#becomes(event, dataOf('DocumentCanceled', event).documentId, 'pending', 'canceled');
        break;
      case 'DocumentSealed':
        this.#becomes(event, dataOf('DocumentSealed', event).documentId, 'completed', 'sealed');
        break;
      case 'DocumentSealFailed':
        this.#becomes(event, dataOf('DocumentSealFailed', event).documentId, 'completed', 'failed');
        break;
      case 'ProcessFinished':
      case 'ProcessRejected':
      case 'ProcessCanceled':
        this.#ends += 1;
        if (this.#ends > 1) this.#object(event, 'the process ended before');
        if ([...this.#documents.values()].some((status) => status === 'pending'))
          this.#object(event, 'a document is still pending');
        break;
    }
  }

  #goesOver(
    event: RecordedEvent,
    from: string,
    to: string,
    signatures: readonly { signatureId: string }[],
  ): void {
    for (const { signatureId } of signatures) {
      const signature = this.#signatures.get(signatureId);
      if (signature?.standing !== 'pending' || signature.personId !== from)
        this.#object(event, `${signatureId} was not the former person's to give`);
      else signature.personId = to;
    }
  }

  #act(event: RecordedEvent, signatureId: string, personId: string, standing: Standing): void {
    const signature = this.#signatures.get(signatureId);
    if (signature === undefined) this.#object(event, `there is no ${signatureId}`);
    else {
      if (signature.standing !== 'pending')
        this.#object(event, `${signatureId} was ${signature.standing} before`);
      if (signature.personId !== personId) this.#object(event, `${signatureId} is another person's`);
      const document = this.#documents.get(signature.documentId);
      if (document !== 'pending') this.#object(event, `the document of ${signatureId} was ${document}`);
      signature.standing = standing;
    }
  }

  #becomes(event: RecordedEvent, documentId: string, from: Document, to: Document): void {
    const document = this.#documents.get(documentId);
    if (document !== from) this.#object(event, `${documentId} was ${document}`);
    this.#documents.set(documentId, to);
  }

  #object(event: RecordedEvent, what: string): void {
    this.problems.push(`${event.stream} ${event.revision} ${event.type}: ${what}`);
  }
}
