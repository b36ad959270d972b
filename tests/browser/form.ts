import type { Who, World } from './screens.ts';
import type { Visitor } from './visitor.ts';

/** A form of the client, and how it is filled in. */
export interface Form {
  name: string;
  who: Who;
  /** Where it stands. */
  path: (world: World) => string;
  /** What opens it on its screen, and chooses what is not typed. */
  open?: (visitor: Visitor, world: World) => Promise<void>;
  /** What is typed, by label: all of it must still be there after a failure. */
  typed?: (world: World) => Readonly<Record<string, string>>;
  /** What was chosen, as the form shows it: it must still be there as well. */
  chosen?: (world: World) => readonly string[];
  submit: string;
  sends: { method: string; path: RegExp };
}

/** Opens a menu and takes one of what it offers. */
export async function chooseFrom({ page }: Visitor, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** What opens a form is a button. */
export const pressing = (button: string) => (visitor: Visitor) =>
  visitor.page.getByRole('button', { name: button, exact: true }).first().click();
