import { useId, type ReactNode } from 'react';

/** One subject of a screen of settings: what it is, what can be done about it, and its content. */
export function Section({
  title,
  text,
  action,
  children,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <h2 id={id} className="font-semibold">
            {title}
          </h2>
          {text !== undefined && <p className="mt-1 text-sm text-muted">{text}</p>}
        </div>
        {hasContent(action) && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
      {hasContent(children) && <div className="mt-5">{children}</div>}
    </section>
  );
}

const hasContent = (children: ReactNode): boolean =>
  children !== undefined && children !== null && children !== false;

/** A line of a section: a thing, what is known of it, and what can be done with it. */
export function SectionRow({
  icon,
  title,
  detail,
  action,
}: {
  icon: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 border-t border-line py-3.5 first:border-0 first:pt-0 last:pb-0">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-sunken text-muted max-sm:hidden [&_svg]:size-[18px]"
      >
        {icon}
      </span>
      {/* Narrower than this, what can be done goes below what is said. */}
      <div className="min-w-0 flex-1 basis-32">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-medium wrap-anywhere">
          {title}
        </p>
        {detail !== undefined && <p className="mt-0.5 text-[0.8125rem] text-muted">{detail}</p>}
      </div>
      {hasContent(action) && <div className="ml-auto flex shrink-0 gap-1">{action}</div>}
    </li>
  );
}
