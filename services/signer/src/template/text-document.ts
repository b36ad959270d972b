import type { FlowingBlock, TableOf, TextRun } from '@lacre/contracts';

/** Text in one column: a heading, a paragraph, an item. */
export interface FlowingText {
  kind: FlowingBlock['kind'];
  label: string | undefined;
  runs: TextRun[];
}

export type TextTable = TableOf<TextRun[]>;

/** A text with all of its placeholders filled, ready to be drawn. */
export interface TextDocument {
  title: string;
  blocks: (FlowingText | TextTable)[];
  /** ISO 8601. */
  createdAt: string;
}
