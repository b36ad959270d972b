/**
 * Where the focus goes when what had it is taken away (WCAG 2.4.3). Browsers give it back to what opened a dialog, if
 * that is still there: not from a dialog that a menu's item opened, for the item went with its menu, nor where the row
 * that the dialog was about is no more.
 */

/** A row among others, and which of its controls had the focus. */
interface Place {
  row: Element;
  list: Element;
  index: number;
  control: number;
}

/** What last had the focus in the page itself, or in a dialog or menu over it. */
interface Held {
  element: HTMLElement;
  /** The dialog or the menu; null for the page. */
  layer: Element | null;
  place: Place | undefined;
}

const CONTROLS =
  'a[href], button:not(:disabled), input:not([hidden], :disabled), select:not(:disabled), textarea:not(:disabled), summary';

/** The page below, what is open over it above. */
const layers: Held[] = [];
let waiting = false;

const controlsOf = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

function placeOf(element: HTMLElement, layer: Element | null): Place | undefined {
  const row = element.closest('tr, li');
  const list = row?.parentElement;
  if (row === null || !list || (layer !== null && !layer.contains(row))) return undefined;
  return { row, list, index: [...list.children].indexOf(row), control: controlsOf(row).indexOf(element) };
}

function hold(element: EventTarget | null): void {
  if (!(element instanceof HTMLElement) || element === document.body) return;
  const layer = element.closest('dialog, [role="menu"]');
  const known = layers.findIndex((held) => held.layer === layer);
  // What was open over it is not any more.
  if (known >= 0) layers.length = known;
  // A press of the mouse opens a menu without its button's having had the focus.
  else if (layer?.role === 'menu') hold(document.getElementById(layer.getAttribute('aria-labelledby') ?? ''));
  layers.push({ element, layer, place: placeOf(element, layer) });
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function take(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined && document.activeElement === element;
}

/** The same control of the row that stands there now, or of the nearest that has one. */
function takeBeside({ row, list, index, control }: Place): boolean {
  const rows = [...list.children];
  const at = row.parentElement === list ? rows.indexOf(row) : index;
  return [...rows.slice(at), ...rows.slice(0, at).toReversed()].some((next) => {
    const controls = controlsOf(next);
    return take(controls[control] ?? controls.at(-1));
  });
}

/** Back to what opened what is gone; where that is gone too, to its neighbour, or to the screen as a whole. */
function giveBack(): void {
  let wasOver = false;
  for (let held = layers.pop(); held !== undefined; held = layers.pop()) {
    const { element, layer, place } = held;
    if (take(element) || (place?.list.isConnected && takeBeside(place))) return;
    // Within a screen or dialog that stays, whatever else goes is its own affair: Tab goes on from where it was.
    if (layer?.isConnected || (layer === null && !wasOver && place === undefined)) return;
    if (layer === null) take(document.querySelector<HTMLElement>('main[tabindex], main h1[tabindex]'));
    wasOver = true;
  }
}

/** Looks after the focus from now on. @param first what has had it before this was here */
export function followFocus(first: EventTarget | null): void {
  hold(first);
  hold(document.activeElement);
  document.addEventListener('focusin', ({ target }) => hold(target));
  document.addEventListener('focusout', ({ target }) => {
    // A press outside gives the focus up on purpose.
    setTimeout(() => {
      const top = layers.at(-1);
      if (top?.element === target && top.layer === null && top.element.isConnected && isLost()) layers.pop();
    });
  });
  new MutationObserver(() => {
    const top = layers.at(-1);
    if (waiting || top === undefined || top.element.isConnected) return;
    waiting = true;
    // Screens that know better where it goes have their turn first.
    requestAnimationFrame(() =>
      setTimeout(() => {
        waiting = false;
        if (isLost()) giveBack();
      }),
    );
  }).observe(document.body, { childList: true, subtree: true });
}
