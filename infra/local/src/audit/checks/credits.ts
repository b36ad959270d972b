import type { CreditEvent, ProcessEvent } from '@lacre/contracts';
import type { LoggedEvent } from '@lacre/domain-log';
import type { Position } from '@lacre/event-store';
import { openWorkNow } from '@lacre/projector';

import type { Audited, BegunCheck } from '../check.ts';

/** What became of one process's credits. */
interface Reservation {
  tenantId: string;
  reserved: number;
  consumed: Set<string>;
  refunded: Set<string>;
  refundedWhole: number;
}

interface Account {
  granted: number;
  balance: number;
}

type Outcome = 'consumed' | 'refunded';

/** What settles a document's credit, by what must become of it. */
const SETTLES = { consumed: 'consume-credit', refunded: 'refund-credit' } as const;

/**
 * No balance ever below zero, one credit reserved for each document, nothing consumed or refunded twice or above what was
 * reserved, and each document's credit where its process says it must be: consumed once sealed, refunded once rejected or
 * canceled. What is still to be settled, because the platform was stopped or goes on meanwhile, is counted, and is no
 * problem. What an account had not settled when it left for another installation is settled there.
 */
export async function creditsBalance({ pool, eventStore }: Audited): Promise<BegunCheck> {
  // Before the log is read: what was closed by then stands in it.
  const work = await openWorkNow({ pool, eventStore }, Object.values(SETTLES));
  const books = new Books();
  return {
    enter: (event) => books.enter(event),
    end: () => {
      const { problems, unsettled } = books.close(({ documentId, outcome, position }) =>
        work.isOpen(SETTLES[outcome], documentId, position),
      );
      const left =
        unsettled === 0 ? '' : ` (falta acertar ${unsettled}, o que a plataforma faz quando está no ar)`;
      return Promise.resolve({
        looked: `os créditos de ${books.reservations.size} processos${left}`,
        problems,
      });
    },
  };
}

/** How a document ended, by its process, and where in the log that is said. */
interface Ending {
  processId: string;
  documentId: string;
  outcome: Outcome;
  position: Position;
}

type DocumentEnd = Extract<
  ProcessEvent,
  { type: 'DocumentSealed' | 'DocumentSealFailed' | 'DocumentRejected' | 'DocumentCanceled' }
>;

const OUTCOMES: ReadonlyMap<ProcessEvent['type'], Outcome> = new Map<DocumentEnd['type'], Outcome>([
  ['DocumentSealed', 'consumed'],
  ['DocumentRejected', 'refunded'],
  ['DocumentCanceled', 'refunded'],
  ['DocumentSealFailed', 'refunded'],
]);

class Books {
  readonly reservations = new Map<string, Reservation>();
  readonly #accounts = new Map<string, Account>();
  readonly #endings = new Map<string, Ending>();
  /** How many documents each process has. */
  readonly #documents = new Map<string, number>();
  readonly #months = new Set<string>();
  /** Tenants that are at another installation. */
  readonly #away = new Set<string>();
  readonly #problems: { where: string; what: string }[] = [];

  enter(event: LoggedEvent): void {
    const { stream, position } = event;
    if (event.type === 'TenantMovedOut') this.#away.add(event.data.tenantId);
    if (event.type === 'TenantMovedIn') this.#away.delete(event.data.tenantId);
    if (stream.startsWith('credits-')) this.#settle(event as CreditEvent, stream);
    if (stream.startsWith('process-')) this.#note(event as ProcessEvent, position);
  }

  #settle(event: CreditEvent, stream: string): void {
    if (event.type === 'MonthlyCreditsSet') return;
    const { tenantId, amount } = event.data;
    const account = this.#accounts.get(tenantId) ?? { granted: 0, balance: 0 };
    this.#accounts.set(tenantId, account);
    if (event.type === 'CreditsGranted') {
      this.#grantMonth(event.data, stream);
      account.granted += amount;
      account.balance += amount;
      return;
    }
    const { processId } = event.data;
    const fresh = {
      tenantId,
      reserved: 0,
      consumed: new Set<string>(),
      refunded: new Set<string>(),
      refundedWhole: 0,
    };
    const reservation = this.reservations.get(processId) ?? fresh;
    this.reservations.set(processId, reservation);
    if (event.type === 'CreditsReserved') {
      reservation.reserved += amount;
      account.balance -= amount;
    } else if (event.type === 'CreditsConsumed') {
      this.#one(event, stream);
      this.#once(reservation, event.data.documentId, 'consumed', stream);
    } else {
      account.balance += amount;
      if (event.data.documentId === undefined) reservation.refundedWhole += amount;
      else {
        this.#one(event, stream);
        this.#once(reservation, event.data.documentId, 'refunded', stream);
      }
    }
    if (account.balance < 0)
      this.#problems.push({ where: stream, what: `o saldo fica em ${account.balance}` });
    const settled = reservation.consumed.size + reservation.refunded.size + reservation.refundedWhole;
    if (settled > reservation.reserved)
      this.#problems.push({ where: stream, what: `o processo ${processId} acertou mais do que reservou` });
  }

  /** A month has one grant. */
  #grantMonth({ tenantId, month }: { tenantId: string; month?: string | undefined }, stream: string): void {
    if (month === undefined) return;
    const key = `${tenantId} ${month}`;
    if (this.#months.has(key))
      this.#problems.push({ where: stream, what: `os créditos do mês ${month} foram dados duas vezes` });
    this.#months.add(key);
  }

  /** Each document's credit is one. */
  #one({ data: { amount } }: CreditEvent, stream: string): void {
    if (amount !== 1) this.#problems.push({ where: stream, what: `um documento acertou ${amount} créditos` });
  }

  #once(reservation: Reservation, documentId: string, how: Outcome, stream: string): void {
    if (reservation.consumed.has(documentId) || reservation.refunded.has(documentId))
      this.#problems.push({
        where: stream,
        what: `o crédito do documento ${documentId} foi acertado duas vezes`,
      });
    reservation[how].add(documentId);
  }

  #note(event: ProcessEvent, position: Ending['position']): void {
    if (event.type === 'ProcessCreated')
      this.#documents.set(event.data.processId, event.data.documents.length);
    const outcome = OUTCOMES.get(event.type);
    if (outcome === undefined) return;
    const { processId, documentId } = (event as DocumentEnd).data;
    this.#endings.set(documentId, { processId, documentId, outcome, position });
  }

  /** @param isOpen whether what settles the document's credit is known to be still to do */
  close(isOpen: (ending: Ending) => boolean): {
    problems: { where: string; what: string }[];
    unsettled: number;
  } {
    const unsettled = [...this.#endings.values()].filter(({ processId, documentId, outcome }) => {
      const reservation = this.reservations.get(processId);
      const isAway = reservation !== undefined && this.#away.has(reservation.tenantId);
      return !isAway && reservation?.[outcome].has(documentId) !== true;
    });
    const forgotten = unsettled.filter((ending) => !isOpen(ending));
    return {
      problems: [
        ...this.#problems,
        ...this.#uneven(),
        ...forgotten.map(({ processId, documentId, outcome }) => ({
          where: `process-${processId}`,
          what:
            outcome === 'consumed'
              ? `o crédito do documento ${documentId}, selado, não foi consumido`
              : `o crédito do documento ${documentId}, que não foi selado, não foi devolvido`,
        })),
        ...this.#unfounded(),
      ],
      unsettled: unsettled.length - forgotten.length,
    };
  }

  /** What was settled otherwise than the process says. */
  #unfounded(): { where: string; what: string }[] {
    return [...this.reservations].flatMap(([processId, { consumed, refunded }]) =>
      [
        ...[...consumed].map((documentId) => ({ documentId, how: 'consumed' as const })),
        ...[...refunded].map((documentId) => ({ documentId, how: 'refunded' as const })),
      ]
        .filter(({ documentId, how }) => this.#endings.get(documentId)?.outcome !== how)
        .map(({ documentId }) => ({
          where: `process-${processId}`,
          what: `o crédito do documento ${documentId} foi acertado sem que o processo o diga`,
        })),
    );
  }

  /** What reserved another number of credits than it has documents. */
  #uneven(): { where: string; what: string }[] {
    return [...this.#documents].flatMap(([processId, documents]) => {
      const reserved = this.reservations.get(processId)?.reserved ?? 0;
      const what = `reservou ${reserved} créditos, e tem ${documents} documentos`;
      return reserved === documents ? [] : [{ where: `process-${processId}`, what }];
    });
  }
}
