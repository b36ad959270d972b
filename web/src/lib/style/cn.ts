import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. Of two Tailwind classes that set the same property, the style sheet's order decides and not the
 * order here: an override must be marked important (`py-10!`), or the two be alternatives.
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
