import { ADVANCED_REQUIREMENTS, LEGAL_CLASSES, type LegalClaim } from '@lacre/contracts/legal-class';

/** What a signature claims to be in law: its class, why, what of the law is met by what, and what stays open. */
export function LegalClaimText({ claim }: { claim: LegalClaim }) {
  const { label, source } = LEGAL_CLASSES[claim.class];
  const letters = Object.keys(ADVANCED_REQUIREMENTS) as (keyof typeof ADVANCED_REQUIREMENTS)[];
  return (
    <details className="group">
      <summary className="cursor-pointer rounded-sm">
        {label} <span className="text-muted">({source})</span>
      </summary>
      <div className="mt-2 flex flex-col gap-2 text-[0.8125rem] font-normal text-muted">
        <p>Por quê: {claim.why}.</p>
        <p>O que a lei pede da assinatura avançada (Lei nº 14.063/2020, art. 4º, II):</p>
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          {letters.map((letter) => (
            <li key={letter}>
              {letter}) {ADVANCED_REQUIREMENTS[letter]}:{' '}
              <span className="text-ink">{claim.met[letter] ?? 'não se afirma'}.</span>
            </li>
          ))}
        </ul>
        <p>{claim.reservation}</p>
        <p>Fontes: {claim.sources.join('; ')}.</p>
      </div>
    </details>
  );
}
