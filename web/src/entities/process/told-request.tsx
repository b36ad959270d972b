import { requestPieces, type Request } from './request-words.ts';

/** What is asked of participants, as a sentence to be read. */
export function ToldRequest({ request, className }: { request: Request; className?: string }) {
  return (
    <p className={className}>
      {requestPieces(request).map(({ text, choice }, index) =>
        choice === undefined ? (
          // oxlint-disable-next-line react/no-array-index-key -- what stands between choices has no other name
          <span key={index}>{text}</span>
        ) : (
          <strong key={choice} className="font-semibold text-ink">
            {text}
          </strong>
        ),
      )}
    </p>
  );
}
