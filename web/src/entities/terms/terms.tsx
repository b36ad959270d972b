import { termsSections } from '@lacre/contracts/consent-text';
import { TERMS_VERSION, type TermsVersion } from '@lacre/contracts/terms';

/** The terms themselves, section by section. @param version the present one unless given */
export function Terms({ version = TERMS_VERSION }: { version?: TermsVersion }) {
  return termsSections(version).map((section) => (
    <section key={section.id} id={section.id} aria-labelledby={`${section.id}-titulo`}>
      <h2 id={`${section.id}-titulo`} className="text-xl font-semibold">
        {section.title}
      </h2>
      <div className="mt-3 flex flex-col gap-3 text-muted">
        {section.paragraphs.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </section>
  ));
}
