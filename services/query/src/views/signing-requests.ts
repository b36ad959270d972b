import { DECLARATION_VERSION, declarationText, declarerOf, type AnswerOf } from '@lacre/contracts';
import type { ReadSchema } from '@lacre/read-models';

import type { Reader } from '../reading/read-models.ts';
import { awaitedOf, requestedProcesses, type RequestedProcess } from './process-views.ts';
import { awaitedOn } from './required-signatures.ts';

type Signatures = AnswerOf<'listSignatures'>;
type SigningRequest = Signatures['items'][number];

/** What one person has been asked to sign, newest first, and where their turn has not come. */
export async function signingRequestsOf(db: Reader, personId: string): Promise<Signatures> {
  const own = db
    .selectFrom('read.process_participant')
    .select('process_id')
    .where('person_id', '=', personId);
  const rows = await requestedProcesses(db).where('process_id', 'in', own).execute();
  const changes = await db
    .selectFrom('read.process_contact_change')
    .selectAll()
    .where('process_id', 'in', own)
    .orderBy('at')
    .orderBy('change_id')
    .execute();
  const changesOf = Map.groupBy(changes, ({ process_id }) => process_id);
  return {
    items: rows.flatMap((row) => requestOf(row, personId, changesOf.get(row.process_id) ?? [])),
    later: rows.flatMap((row) =>
      row.status === 'waiting' && selfIn(row, personId)?.awaitsTurn === true
        ? [{ processId: row.process_id, tenantName: row.tenant_name, requesterName: row.requester.name }]
        : [],
    ),
  };
}

function selfIn(row: RequestedProcess, personId: string) {
  const self = row.participants.find((one) => one.person_id === personId);
  return self && { ...self, awaitsTurn: self.signing_group > row.asked_group };
}

function requestOf(
  row: RequestedProcess,
  personId: string,
  changes: readonly ReadSchema['read.process_contact_change'][],
): SigningRequest[] {
  const self = selfIn(row, personId);
  // Documents are shown from the signer's turn on.
  if (self === undefined || self.awaitsTurn) return [];
  return [
    {
      processId: row.process_id,
      summary: row.summary,
      status: row.status,
      tenantName: row.tenant_name,
      requesterName: row.requester.name,
      companyName: row.company.companyName,
      part: self.part,
      requirements: self.requirements,
      deadline: row.deadline?.toISOString() ?? null,
      declaration: declarationFor(row, self),
      mayDelegate:
        row.allows_delegation &&
        self.at_request_of === null &&
        row.status === 'waiting' &&
        hasNotActed(row, personId),
      documents: documentsFor(row, personId),
      waitingFor: awaitedOf(row)
        .filter((one) => one.person_id !== personId)
        .map(({ name }) => name),
      contactChanges: changes.map((change) => ({
        personName: row.participants.find((one) => one.person_id === change.person_id)?.name ?? null,
        by: change.by_name,
        at: change.at.toISOString(),
        former: change.former,
        contact: change.contact,
        reason: change.reason,
      })),
    },
  ];
}

/** Of who signs at another's request: their own. Of a witness: all of the process. */
function declarationFor(
  { participants }: RequestedProcess,
  self: RequestedProcess['participants'][number],
): SigningRequest['declaration'] {
  const taken = participants.map((one) => ({
    personId: one.person_id,
    part: one.part,
    signerName: one.name,
    atRequestOf: one.at_request_of ?? undefined,
  }));
  const own = taken.find(({ personId }) => personId === self.person_id);
  const by = own && declarerOf(own, taken);
  if (by === undefined) return null;
  return {
    by,
    version: DECLARATION_VERSION,
    text: declarationText(DECLARATION_VERSION, by),
    requests: taken.flatMap(({ personId, signerName, atRequestOf }) =>
      atRequestOf === undefined || (by === 'signer' && personId !== self.person_id)
        ? []
        : [{ name: atRequestOf.name, impediment: atRequestOf.impediment ?? null, signerName }],
    ),
  };
}

/** Something awaits the person, and they have neither signed nor refused any of it. */
function hasNotActed({ documents }: RequestedProcess, personId: string): boolean {
  const own = documents.flatMap(({ signatures }) => signatures.filter((one) => one.personId === personId));
  return (
    own.some(({ status }) => status === 'pending') &&
    own.every(({ status }) => status !== 'signed' && status !== 'rejected')
  );
}

function documentsFor(row: RequestedProcess, personId: string): SigningRequest['documents'] {
  return row.documents.flatMap((document) =>
    document.signatures
      .filter((signature) => signature.personId === personId)
      .map((signature) => ({
        signatureId: signature.signatureId,
        documentId: document.document_id,
        name: document.name,
        pages: document.pages,
        sizeBytes: document.size_bytes,
        sha256: document.sha256,
        signatureStatus: signature.status,
        needed: awaitedOn(document, row.minimum_signatories).includes(personId),
        expired: signature.expired,
        selection: signature.asksSelection ? document.selection : null,
        chosen: signature.chosen,
        documentStatus: document.status,
        evidenceApart: document.already_signed,
        printsOtherwise: document.prints_otherwise,
        signedAt: signature.signedAt,
      })),
  );
}
