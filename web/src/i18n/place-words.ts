import { say } from './say.ts';

/** Which part of a page an area is, in words; fractions of the page from its top left. */
export function placeWords({
  left,
  top,
  width,
  height,
}: {
  left: number;
  top: number;
  width: number;
  height: number;
}): string {
  const [x, y] = [left + width / 2, top + height / 2];
  const row = y < 1 / 3 ? 'no alto' : y > 2 / 3 ? 'no pé' : 'no meio';
  const column = x < 1 / 3 ? 'à esquerda' : x > 2 / 3 ? 'à direita' : 'ao centro';
  return say(`${row}, ${column}`);
}
