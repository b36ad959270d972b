import type { ShownTerms } from './shown-terms.ts';

/** The terms themselves, section by section. */
export function Terms({ sections, areTranslated }: Pick<ShownTerms, 'sections' | 'areTranslated'>) {
  return (
    <div lang={areTranslated ? undefined : 'pt-BR'} className="flex flex-col gap-10">
      {sections.map((section) => (
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
      ))}
    </div>
  );
}
