import type { AnswerOf } from '@lacre/contracts';

import { Button } from '@/components/ui/actions/button.tsx';
import { say } from '@/i18n/say.ts';
import { cn } from '@/lib/style/cn.ts';

import { AreaOutline, areaStyle, type PageArea } from './area-outline.tsx';
import { EmbeddedSignature } from './embedded-signatures.tsx';
import { turnedArea, type Turn } from './turn.ts';

export type BroughtSignature = AnswerOf<'documentSignatures'>['items'][number];

/** A signature that the document brought, in a place on a page. */
export interface SignatureMark {
  /** The same on every page where it stands, from 1. */
  number: number;
  signature: BroughtSignature;
  area: PageArea;
}

/** What stands on each page that has any. */
export function marksByPage(signatures: readonly BroughtSignature[]): ReadonlyMap<number, SignatureMark[]> {
  const byPage = new Map<number, SignatureMark[]>();
  const seen = signatures.filter(({ places }) => places.length > 0);
  for (const [index, signature] of seen.entries())
    for (const { page, ...area } of signature.places)
      byPage.set(page, [...(byPage.get(page) ?? []), { number: index + 1, signature, area }]);
  return byPage;
}

/** Brings what belongs to a mark on the same page into view, and the focus to it. */
function goTo(from: HTMLElement, attribute: 'data-mark' | 'data-mark-words', name: string): void {
  const target = from.closest('[data-pdf-scroller]')?.querySelector<HTMLElement>(`[${attribute}="${name}"]`);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center', inline: 'center' });
}

/** Around each area a line, at its corner the number by which its words are found; the area itself stays free. */
export function SignatureOutlines({
  page,
  marks,
  turn,
}: {
  page: number;
  marks: readonly SignatureMark[];
  turn: Turn;
}) {
  return marks.map(({ number, signature, ...mark }, index) => {
    const name = `${page}-${index}`;
    const area = turnedArea(mark.area, turn);
    const { left, top } = areaStyle(area);
    return (
      <div key={name}>
        <AreaOutline area={area} tone={signature.state === 'sound' ? 'info' : 'warning'} />
        <button
          type="button"
          data-mark={name}
          aria-label={say(
            'Assinatura {0}, de {1}: ler sobre ela',
            number,
            signature.signer ?? say('signatário sem nome legível'),
          )}
          className="absolute flex size-6 items-center justify-center rounded-full border border-white bg-[#1a1a24] text-xs font-semibold text-white tabular"
          style={{
            left: `clamp(0px, calc(${left} - 0.75rem), calc(100% - 1.5rem))`,
            top: `clamp(0px, calc(${top} - 0.75rem), calc(100% - 1.5rem))`,
          }}
          onClick={(event) => goTo(event.currentTarget, 'data-mark-words', name)}
        >
          {number}
        </button>
      </div>
    );
  });
}

/** Beneath the page: who signed in each area, how far that is known, and when. */
export function SignatureWords({
  page,
  marks,
  width,
  wider,
}: {
  page: number;
  marks: readonly SignatureMark[];
  /** That fits the view, CSS pixels. */
  width: number;
  /** The page is drawn wider than that: the words stay in view while it moves sideways. */
  wider: boolean;
}) {
  if (marks.length === 0) return null;
  return (
    <section
      aria-label={say('Assinaturas que o arquivo já trazia na página {0}', page)}
      className={cn(
        'sticky left-3 rounded-xl border border-line bg-surface p-4',
        wider ? 'self-start' : 'mx-auto',
      )}
      style={{ width }}
    >
      <h3 className="mb-3 text-sm font-semibold">
        {marks.length === 1
          ? say('Assinatura que o arquivo já trazia nesta página')
          : say('Assinaturas que o arquivo já trazia nesta página')}
      </h3>
      <ol className="divide-y divide-line">
        {marks.map(({ number, signature }, index) => {
          const name = `${page}-${index}`;
          return (
            <li
              key={name}
              data-mark-words={name}
              tabIndex={-1}
              className="flex gap-3 rounded-sm py-3 outline-offset-4 first:pt-0 last:pb-0"
            >
              <span
                aria-hidden="true"
                className="flex size-6 shrink-0 items-center justify-center rounded-full bg-ink text-xs font-semibold text-page tabular"
              >
                {number}
              </span>
              <div className="min-w-0 flex-1 text-sm">
                <EmbeddedSignature signature={signature} />
                <Button
                  size="sm"
                  className="mt-2"
                  aria-label={say('Ver na página a assinatura {0}', number)}
                  onClick={(event) => goTo(event.currentTarget, 'data-mark', name)}
                >
                  {say('Ver na página')}
                </Button>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
