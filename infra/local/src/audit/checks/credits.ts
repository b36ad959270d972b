import type { CreditEvent, DomainEvent, ProcessEvent } from '@lacre/contracts';

import type { Audited, CheckResult } from '../fsck.ts';

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

/**
 * No balance ever below zero, one credit reserved for each document, nothing consumed or refunded twice or above what was
 * reserved, and each document's credit where its process says it must be: consumed once sealed, refunded once rejected or
 * canceled.
 */
export async function creditsBalance({ facts }: Audited): Promise<CheckResult> {
  const books = new Books();
  for await (const { event, recorded } of facts()) books.enter(event, recorded.stream);
  return { looked: `os créditos de ${books.reservations.size} processos`, problems: books.problems() };
}

class Books {
  readonly reservations = new Map<string, Reservation>();
  readonly #accounts = new Map<string, Account>();
  readonly #outcomes = new Map<string, { processId: string; outcome: 'consumed' | 'refunded' }>();
  /** How many documents each process has. */
  readonly #documents = new Map<string, number>();
  readonly #problems: { where: string; what: string }[] = [];

  enter(event: DomainEvent, stream: string): void {
    if (stream.startsWith('credits-')) this.#settle(event as CreditEvent, stream);
    if (stream.startsWith('process-')) this.#note(event as ProcessEvent);
  }

  #settle(event: CreditEvent, stream: string): void {
    const { tenantId, amount } = event.data;
    const account = this.#accounts.get(tenantId) ?? { granted: 0, balance: 0 };
    this.#accounts.set(tenantId, account);
    if (event.type === 'CreditsGranted') {
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

  /** Each document's credit is one. */
  #one({ data: { amount } }: CreditEvent, stream: string): void {
    if (amount !== 1) this.#problems.push({ where: stream, what: `um documento acertou ${amount} créditos` });
  }

  #once(reservation: Reservation, documentId: string, how: 'consumed' | 'refunded', stream: string): void {
    if (reservation.consumed.has(documentId) || reservation.refunded.has(documentId))
      this.#problems.push({
        where: stream,
        what: `o crédito do documento ${documentId} foi acertado duas vezes`,
      });
    reservation[how].add(documentId);
  }

  #note(event: ProcessEvent): void {
    if (event.type === 'ProcessCreated')
      this.#documents.set(event.data.processId, event.data.documents.length);
    if (event.type === 'DocumentSealed') this.#end(event.data, 'consumed');
    if (event.type === 'DocumentRejected' || event.type === 'DocumentCanceled')
      this.#end(event.data, 'refunded');
  }

  #end(
    { processId, documentId }: { processId: string; documentId: string },
    outcome: 'consumed' | 'refunded',
  ): void {
    this.#outcomes.set(documentId, { processId, outcome });
  }

  problems(): { where: string; what: string }[] {
    const unsettled = [...this.#outcomes].flatMap(([documentId, { processId, outcome }]) =>
      this.reservations.get(processId)?.[outcome].has(documentId) === true
        ? []
        : [
            {
              where: `process-${processId}`,
              what:
                outcome === 'consumed'
                  ? `o crédito do documento ${documentId}, selado, não foi consumido`
                  : `o crédito do documento ${documentId}, que não foi selado, não foi devolvido`,
            },
          ],
    );
    const wrong = [...this.reservations].flatMap(([processId, { consumed, refunded }]) =>
      [
        ...[...consumed].map((documentId) => ({ documentId, how: 'consumed' as const })),
        ...[...refunded].map((documentId) => ({ documentId, how: 'refunded' as const })),
      ]
        .filter(({ documentId, how }) => this.#outcomes.get(documentId)?.outcome !== how)
        .map(({ documentId }) => ({
          where: `process-${processId}`,
          what: `o crédito do documento ${documentId} foi acertado sem que o processo o diga`,
        })),
    );
    const uneven = [...this.#documents].flatMap(([processId, documents]) => {
      const reserved = this.reservations.get(processId)?.reserved ?? 0;
      const what = `reservou ${reserved} créditos, e tem ${documents} documentos`;
      return reserved === documents ? [] : [{ where: `process-${processId}`, what }];
    });
    return [...this.#problems, ...uneven, ...unsettled, ...wrong];
  }
}
