/** How a line of the menu looks. */
export const navigationLink =
  'flex h-10 shrink-0 md:[@media(max-height:960px)]:h-8 items-center gap-3 rounded-[10px] px-3 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-ink data-[status=active]:bg-primary-soft data-[status=active]:text-primary-ink [&_svg]:size-[18px] [&_svg]:shrink-0';
