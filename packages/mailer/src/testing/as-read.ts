/** A message's text as people read it: without what keeps their programs from making links of it. */
export const asRead = (text = ''): string => text.replaceAll('\u200c', '');
