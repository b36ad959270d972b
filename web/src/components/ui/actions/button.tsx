import { cva, type VariantProps } from 'class-variance-authority';
import { Children, cloneElement, type ComponentProps, type ReactElement, type ReactNode } from 'react';

import { Spinner } from '@/components/ui/feedback/spinner.tsx';
import { cn } from '@/lib/style/cn.ts';

const button = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded-[10px] font-medium whitespace-nowrap transition-[background-color,border-color,color,box-shadow] select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'bg-primary-fill text-white shadow-[inset_0_1px_0_rgb(255_255_255/0.16),0_1px_2px_rgb(23_20_48/0.2)] hover:bg-primary-fill-hover',
        secondary: 'border border-line-strong bg-surface text-ink shadow-card hover:bg-hover',
        ghost: 'text-muted hover:bg-hover hover:text-ink',
        soft: 'bg-primary-soft text-primary-ink hover:bg-primary-line/60',
        danger: 'bg-danger-fill text-white hover:bg-danger-fill-hover',
        dangerGhost: 'text-danger hover:bg-danger-soft',
      },
      size: {
        sm: 'h-9 px-3 text-[0.8125rem] [&_svg]:size-4',
        md: 'h-10 px-4 text-sm [&_svg]:size-4',
        lg: 'h-12 px-5 text-[0.9375rem] [&_svg]:size-[18px]',
        icon: 'size-10 [&_svg]:size-[18px]',
        iconSm: 'size-8 rounded-lg [&_svg]:size-4',
      },
      block: { true: 'w-full' },
      /** Of a button without an outline: its label, not its padding, lines up with what stands above and below. */
      flush: { start: '', end: '' },
    },
    compoundVariants: [
      { flush: 'start', size: 'sm', class: '-ml-3' },
      { flush: 'start', size: 'md', class: '-ml-4' },
      { flush: 'start', size: 'lg', class: '-ml-5' },
      { flush: 'end', size: 'sm', class: '-mr-3' },
      { flush: 'end', size: 'md', class: '-mr-4' },
      { flush: 'end', size: 'lg', class: '-mr-5' },
    ],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

/** The looks a button comes in, for links that must look like one. */
export { button as buttonClasses };

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof button> {
  /** Renders the only child with the button's look: for links. */
  asChild?: boolean;
  /** Shows a spinner and refuses further presses, keeping the focus. */
  busy?: boolean;
  icon?: ReactNode;
}

/** A button. `busy` keeps its width and its focus, so that a screen reader is not thrown to the page's top. */
export function Button({
  variant,
  size,
  block,
  flush,
  asChild = false,
  busy = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = cn(button({ variant, size, block, flush }), className);
  if (asChild) {
    const link = Children.only(children) as ReactElement<{ className?: string; 'data-button'?: string }>;
    return cloneElement(link, { 'data-button': '', ...rest, className: cn(classes, link.props.className) });
  }
  return (
    <button
      type="button"
      className={classes}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
