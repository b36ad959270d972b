import { Panel } from './document-panels.tsx';
import type { Validation } from './verdicts.ts';

type Stamp = Validation['stamps'][number];

const percent = (fraction: number): string => `${Math.round(fraction * 1000) / 10}%`;

/** Which part of the page it is, in words. */
export function placeWords({ left, top, width, height }: Stamp): string {
  const [x, y] = [left + width / 2, top + height / 2];
  const rows = y < 1 / 3 ? 'no alto' : y > 2 / 3 ? 'no pé' : 'no meio';
  const columns = x < 1 / 3 ? 'à esquerda' : x > 2 / 3 ? 'à direita' : 'ao centro';
  return `${rows}, ${columns}`;
}

/** Where signatures after the seal cover its pages: in words, and drawn on a sheet of the page's shape. */
export function StampPanel({ stamps }: { stamps: readonly Stamp[] }) {
  if (stamps.length === 0) return null;
  return (
    <Panel
      title="O que um carimbo posterior encobre"
      note="O carimbo foi posto depois do selo e não faz parte do que as pessoas assinaram. O documento autêntico, sem ele, está no começo do arquivo: use os botões acima para abri-lo ou guardá-lo."
    >
      <ul className="flex flex-col gap-5">
        {stamps.map((stamp) => (
          <li key={`${stamp.page} ${stamp.left} ${stamp.top}`} className="flex flex-wrap items-start gap-5">
            <div
              aria-hidden="true"
              className="relative w-24 shrink-0 rounded-[3px] border border-line-strong bg-sunken"
              style={{ aspectRatio: stamp.shape }}
            >
              <div
                className="absolute border-2 border-warning bg-warning-soft"
                style={{
                  left: percent(stamp.left),
                  top: percent(stamp.top),
                  width: percent(stamp.width),
                  height: percent(stamp.height),
                }}
              />
            </div>
            <div className="min-w-0 flex-1 basis-52 text-sm">
              <p className="font-medium">
                Página {stamp.page}, {placeWords(stamp)}
              </p>
              <p className="mt-1 break-words text-muted">
                Carimbo da assinatura de {stamp.signer ?? 'signatário sem nome'}. Cobre uma área de{' '}
                {percent(stamp.width)} da largura e {percent(stamp.height)} da altura da página, a partir de{' '}
                {percent(stamp.left)} da esquerda e {percent(stamp.top)} do alto.
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
