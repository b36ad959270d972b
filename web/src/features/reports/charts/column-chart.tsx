import { useRef, useState } from 'react';

import { formatNumber } from '@/lib/format/format.ts';

import { scaleOf } from './scale.ts';
import { Stack } from './stack.tsx';
import { useWidth } from './use-width.ts';

export interface Series {
  id: string;
  label: string;
  /** Of the theme: `var(--primary)`. */
  color: string;
}

export interface ColumnGroup {
  key: string;
  /** Beneath the columns. */
  label: string;
  /** In full. */
  name: string;
  /** By series. */
  values: Readonly<Record<string, number>>;
}

/** Sizes in CSS pixels. */
const HEIGHT = 220;
const TOP = 8;
const FOOT = 24;
const LABEL_WIDTH = 46;
const DIGIT_WIDTH = 7.5;

/**
 * Columns over time, several beside each other, each of series on top of each other. A slider lies over them, by which
 * keyboard, pointer and screen reader go from group to group: the one it stands at is said in a sentence.
 */
export function ColumnChart({
  label,
  series,
  stacks,
  groups,
}: {
  /** Of the slider. */
  label: string;
  series: readonly Series[];
  /** Ids of series by column, from the foot up. */
  stacks: readonly (readonly string[])[];
  groups: readonly ColumnGroup[];
}) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [pointed, setPointed] = useState<number>();
  const [focused, setFocused] = useState(false);
  const last = groups.length - 1;
  const [chosen, setChosen] = useState(last);
  const stop = Math.min(chosen, last);
  const shown = pointed ?? stop;
  const lines = scaleOf(
    Math.max(0, ...groups.flatMap(({ values }) => stacks.map((stack) => sumOf(values, stack)))),
  );
  const top = lines.at(-1) ?? 1;
  const left = formatNumber(top).length * DIGIT_WIDTH + 10;
  const column = Math.max(1, width - left) / Math.max(1, groups.length);
  const every = Math.ceil(LABEL_WIDTH / column);
  const yOf = (value: number): number => HEIGHT - FOOT - (value / top) * (HEIGHT - FOOT - TOP);
  const shownGroup = groups[shown];
  const sentence = shownGroup === undefined ? '' : sentenceOf(shownGroup, series);
  return (
    <div>
      <Legend series={series} />
      <div ref={place} className="relative mt-4">
        <svg aria-hidden="true" width="100%" height={HEIGHT} className="block text-xs">
          {lines.map((line) => (
            <g key={line}>
              <line x1={left} x2="100%" y1={yOf(line)} y2={yOf(line)} stroke="var(--line)" />
              <text x={left - 8} y={yOf(line) + 4} textAnchor="end" fill="var(--subtle)" className="tabular">
                {formatNumber(line)}
              </text>
            </g>
          ))}
          {shownGroup !== undefined && (
            <rect
              x={left + shown * column + 1}
              y={1}
              width={Math.max(1, column - 2)}
              height={HEIGHT - 2}
              rx="6"
              fill="var(--primary)"
              fillOpacity="0.08"
              stroke={focused ? 'var(--ring)' : 'none'}
              strokeWidth="2"
            />
          )}
          {groups.map((group, index) => (
            <g key={group.key}>
              {stacks.map((stack, position) => (
                <Stack
                  key={stack.join()}
                  x={left + index * column + column * (0.14 + (0.72 * position) / stacks.length)}
                  width={(column * 0.72) / stacks.length - 1}
                  parts={stack.map((id) => ({
                    id,
                    value: group.values[id] ?? 0,
                    color: series.find((one) => one.id === id)?.color ?? '',
                  }))}
                  yOf={yOf}
                />
              ))}
              {(last - index) % every === 0 && (
                <text
                  x={left + (index + 0.5) * column}
                  y={HEIGHT - 7}
                  textAnchor="middle"
                  fill="var(--subtle)"
                >
                  {group.label}
                </text>
              )}
            </g>
          ))}
        </svg>
        <input
          type="range"
          aria-label={label}
          aria-valuetext={groups[stop] === undefined ? '' : sentenceOf(groups[stop], series)}
          min={0}
          max={last}
          value={stop}
          // The pointer stands over a column, which is not where a slider of its width would stand.
          onChange={({ target }) => setChosen(pointed ?? Number(target.value))}
          onPointerMove={({ clientX, currentTarget }) => {
            const at = clientX - currentTarget.getBoundingClientRect().left;
            setPointed(Math.min(last, Math.max(0, Math.floor(at / column))));
          }}
          onPointerLeave={() => setPointed(undefined)}
          onKeyDown={() => setPointed(undefined)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          style={{ left, width: `calc(100% - ${left}px)` }}
          className="absolute inset-y-0 cursor-pointer opacity-0"
        />
      </div>
      <p aria-hidden="true" className="mt-3 text-[0.8125rem] text-muted tabular">
        {sentence}
      </p>
    </div>
  );
}

const sumOf = (values: ColumnGroup['values'], stack: readonly string[]): number =>
  stack.reduce((sum, id) => sum + (values[id] ?? 0), 0);

const sentenceOf = ({ name, values }: ColumnGroup, series: readonly Series[]): string =>
  `${name}: ${series.map(({ id, label }) => `${label.toLocaleLowerCase('pt-BR')} ${formatNumber(values[id] ?? 0)}`).join(', ')}`;

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1.5 text-[0.8125rem] text-muted">
      {series.map(({ id, label, color }) => (
        <li key={id} className="flex items-center gap-1.5">
          <svg aria-hidden="true" width="10" height="10">
            <rect width="10" height="10" rx="3" fill={color} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
