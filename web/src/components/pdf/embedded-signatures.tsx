import type { AnswerOf } from '@lacre/contracts';

import { Badge } from '@/components/ui/display/badge.tsx';
import { placeWords } from '@/i18n/place-words.ts';
import { say } from '@/i18n/say.ts';
import { TRUST_WORDS } from '@/i18n/signer-trust.ts';
import { formatExactDateTime, formatList } from '@/lib/format/format.ts';

type Embedded = AnswerOf<'documentSignatures'>['items'][number];

const STATES = {
  sound: { label: 'Confere', tone: 'success' },
  reserved: { label: 'Confere, com ressalvas', tone: 'warning' },
  altered: { label: 'Documento alterado depois dela', tone: 'danger' },
  broken: { label: 'Não confere', tone: 'danger' },
} as const;

/** Signatures that a document came with, each with its own state. */
export function EmbeddedSignatures({ signatures }: { signatures: readonly Embedded[] }) {
  return (
    <ul className="divide-y divide-line">
      {signatures.map((signature, index) => (
        // An answer is made once, and its list never changes order.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="py-3 text-sm first:pt-0 last:pb-0">
          <EmbeddedSignature signature={signature} />
        </li>
      ))}
    </ul>
  );
}

/** Who signed, how far that is known, when, and where it is seen. */
export function EmbeddedSignature({ signature }: { signature: Embedded }) {
  const { kind, signer, issuer, state, trust, statedTime, provenTime, places, notes, sealed } = signature;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="min-w-0 flex-1 basis-52 font-medium break-words">
          {signer ?? say('Sem nome legível')}
          {kind === 'document-time-stamp' && (
            <span className="font-normal text-muted"> · {say('carimbo do tempo')}</span>
          )}
        </p>
        <Badge tone={STATES[state].tone}>{say(STATES[state].label)}</Badge>
      </div>
      <p className="mt-1 break-words text-muted">
        {say(TRUST_WORDS[trust])}
        {issuer === null ? '' : ` · ${say('emitido por {0}', issuer)}`}
      </p>
      {sealed !== null && (
        <p className="mt-1 break-words text-muted">
          {say(
            'Documento “{0}”, do processo “{1}”, de {2}.',
            sealed.documentName,
            sealed.summary,
            sealed.tenantName,
          )}{' '}
          {say('Código')} <span className="font-mono">{sealed.validationCode}</span>
        </p>
      )}
      {(statedTime !== null || provenTime !== null) && (
        <p className="mt-1 text-muted">
          {statedTime !== null && say('{0}, pelo relógio de quem assinou', formatExactDateTime(statedTime))}
          {statedTime !== null && provenTime !== null && ' · '}
          {provenTime !== null &&
            say('existia em {0}, por carimbo do tempo', formatExactDateTime(provenTime))}
        </p>
      )}
      {places.length > 0 && <p className="mt-1 break-words text-muted">{seenAt(places)}</p>}
      {notes.length > 0 && (
        <ul className="mt-1 list-disc pl-5 text-warning">
          {notes.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Where it can be seen, in words. */
const seenAt = (places: Embedded['places']): string =>
  say(
    'Visível {0}.',
    formatList(places.map((place) => say('na página {0} ({1})', place.page, placeWords(place)))),
  );
