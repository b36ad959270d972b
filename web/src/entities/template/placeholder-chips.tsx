import { VALUE_FORMATS, valueFormatOf } from '@lacre/contracts/value-formats';

/** Names of placeholders, each with the format that it is held to. */
export function PlaceholderChips({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h4 className="mb-1.5 text-[0.8125rem] text-muted">{title}</h4>
      <ul aria-label={title} className="flex flex-wrap gap-1.5">
        {names.map((name) => {
          const format = valueFormatOf(name);
          return (
            <li
              key={name}
              className="rounded-md bg-primary-soft px-2 py-0.5 font-mono text-xs wrap-anywhere text-primary-ink"
            >
              {name}
              {format !== undefined && <span className="font-sans"> · {VALUE_FORMATS[format].label}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
