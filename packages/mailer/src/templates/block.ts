import type { Language } from '@lacre/contracts/languages';

import type { Sender } from './sender.ts';

/** A run of text; `strong` stands out where the reader's program can show it. */
export type Inline = string | { strong: string };

/** What an e-mail is made of. Both forms, HTML and plain text, are made from the same blocks. */
interface BlockBodies {
  paragraph: { content: readonly Inline[] };
  facts: { rows: readonly { label: string; value: string }[] };
  list: { title: string; items: readonly string[] };
  quote: { title: string; text: string };
  button: { label: string; link: string };
  code: { digits: string };
  note: { content: readonly Inline[] };
}

export type BlockKind = keyof BlockBodies;
export type BlockOf<K extends BlockKind> = { [P in K]: { kind: P } & BlockBodies[P] }[K];
export type Block = BlockOf<BlockKind>;

/** One form of every block: a new block does not compile until each form has it. */
export type BlockRenderers<T> = { readonly [K in BlockKind]: (block: BlockOf<K>) => T };

export function renderBlock<T, K extends BlockKind>(renderers: BlockRenderers<T>, block: BlockOf<K>): T {
  return renderers[block.kind](block);
}

/** What every message says beside its own. */
export interface Addressed {
  sender: Sender;
  recipientName: string;
  /** That the recipient reads; Portuguese, where it is absent. */
  language?: Language | undefined;
}

export interface Email extends Addressed {
  subject: string;
  /** What mail programs show beside the subject. Like it, visible on lock screens: no secrets. */
  preview: string;
  title: string;
  /** An empty `recipientName` leaves the greeting out. */
  blocks: readonly Block[];
  /** Why this person gets it. */
  because: string;
}
