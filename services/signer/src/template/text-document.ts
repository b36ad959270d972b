import type { TextBlock, TextRun } from '@lacre/contracts';

/** A text with all of its placeholders filled, ready to be drawn. */
export interface TextDocument {
  title: string;
  blocks: { kind: TextBlock['kind']; label: string | undefined; runs: TextRun[] }[];
  /** ISO 8601. */
  createdAt: string;
}
