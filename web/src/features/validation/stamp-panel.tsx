import { useState } from 'react';

import { Skeleton } from '@/components/ui/feedback/skeleton.tsx';
import { lazyPart } from '@/components/ui/lazy/lazy-part.tsx';
import { FilterTabs } from '@/components/ui/tables/filter-tabs.tsx';
import { placeWords } from '@/i18n/place-words.ts';
import { say } from '@/i18n/say.ts';
import { isNameProven, TRUST_WORDS } from '@/i18n/signer-trust.ts';
import { codeOf } from '@/lib/browser/fetch-code.ts';
import { formatNumber } from '@/lib/format/format.ts';

import { Panel } from './document-panels.tsx';
import type { Validation } from './verdicts.ts';

type Stamp = Validation['stamps'][number];

const percent = (fraction: number): string => `${formatNumber(Math.round(fraction * 100))}%`;

/** Of the drawn page, CSS pixels: it fits a phone of 320. */
const PAGE_WIDTH = 256;

/** pdf.js comes only where a page is to be drawn. */
const MarkedPage = lazyPart(
  codeOf(() => import('@/components/pdf/marked-page.tsx')),
  (code) => code.default,
  <Skeleton className="aspect-[0.7] w-64 rounded-[3px]" />,
);

/**
 * Where signatures after the seal cover its pages: in words, and on the page itself, as it was sealed and as it is now.
 *
 * @param file what was handed in, which begins with the sealed document
 */
export function StampPanel({ file, validation }: { file: File; validation: Validation }) {
  const { stamps, genuineBytes } = validation;
  if (stamps.length === 0) return null;
  return (
    <Panel
      title={say('O que um carimbo posterior encobre')}
      note={say(
        'O carimbo foi posto depois do selo e não faz parte do que as pessoas assinaram. O documento autêntico, sem ele, está no começo do arquivo: use os botões acima para abri-lo ou guardá-lo.',
      )}
    >
      <ul className="flex flex-col gap-6">
        {stamps.map((stamp, index) => (
          <li
            key={`${stamp.page} ${stamp.left} ${stamp.top} ${stamp.width}`}
            className="flex flex-wrap items-start gap-x-6 gap-y-4"
          >
            {genuineBytes !== null && (
              <StampedPage
                sealed={file.slice(0, genuineBytes, 'application/pdf')}
                file={file}
                stamp={stamp}
                name={`carimbo-${index}`}
              />
            )}
            <div className="min-w-0 flex-1 basis-52 text-sm">
              <p className="font-medium">{say('Página {0}, {1}', stamp.page, placeWords(stamp))}</p>
              <p className="mt-1 break-words text-muted">
                {isNameProven(stamp.trust)
                  ? say('Carimbo da assinatura de {0}.', stamp.signer ?? say('signatário sem nome legível'))
                  : say('Carimbo de uma assinatura que diz ser de “{0}”.', stamp.signer ?? '')}{' '}
                {say(TRUST_WORDS[stamp.trust])}.{' '}
                {say(
                  'Cobre {0} da largura e {1} da altura da página.',
                  percent(stamp.width),
                  percent(stamp.height),
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const STATES = [
  { value: 'sealed', label: 'Como selado' },
  { value: 'stamped', label: 'Com carimbo' },
] as const;

/** The page below the stamp, to look at; it never leaves the device. */
function StampedPage({
  sealed,
  file,
  stamp,
  name,
}: {
  sealed: Blob;
  file: File;
  stamp: Stamp;
  name: string;
}) {
  const [shown, setShown] = useState<(typeof STATES)[number]['value']>('sealed');
  return (
    <div className="flex w-64 flex-col gap-3">
      <MarkedPage
        key={shown}
        file={shown === 'sealed' ? sealed : file}
        page={stamp.page}
        area={stamp}
        shape={stamp.shape}
        width={PAGE_WIDTH}
      />
      <FilterTabs
        label={say('Página {0}: o que mostrar', stamp.page)}
        name={name}
        options={STATES.map(({ value, label }) => ({ value, label: say(label) }))}
        value={shown}
        onValueChange={setShown}
      />
    </div>
  );
}
