/** Parts of a column on top of each other, each apart from the next by a line of the background. Lengths in CSS pixels. */
export function Stack({
  x,
  width,
  parts,
  yOf,
}: {
  x: number;
  width: number;
  /** From the foot up. */
  parts: readonly { id: string; value: number; color: string }[];
  yOf: (value: number) => number;
}) {
  let foot = 0;
  return parts.map(({ id, value, color }) => {
    if (value === 0) return null;
    const [from, to] = [foot, foot + value];
    foot = to;
    return (
      <rect
        key={id}
        x={x}
        y={yOf(to)}
        width={Math.max(2, width)}
        height={Math.max(1, yOf(from) - yOf(to) - (from === 0 ? 0 : 1))}
        rx="1.5"
        fill={color}
      />
    );
  });
}
