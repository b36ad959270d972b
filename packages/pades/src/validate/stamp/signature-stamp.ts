import type { PageArea } from '../../pdf/document/page-area.ts';
import type { Rectangle } from '../../pdf/document/page-tree.ts';

/** Where a signature draws: one rectangle on one page. */
export interface SignatureStamp {
  /** Number of the page, from 1. */
  readonly page: number;
  /** In default user space units of the page (ISO 32000-2, 8.3.2.3). */
  readonly rectangle: Rectangle;
  /** The same on the page as it is shown, as fractions of its width and height from the top left. */
  readonly area: PageArea;
  /** Width of the page as it is shown, divided by its height. */
  readonly shape: number;
}
