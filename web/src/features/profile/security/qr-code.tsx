import { create } from 'qrcode';

/** Modules of quiet around it (ISO/IEC 18004, 5.3.8). */
const QUIET = 4;

/** A QR code, black on white in either theme and where the system paints: cameras expect it so. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET;
  let path = '';
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1)
      if (modules.get(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, and no file
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="size-52 rounded-xl border border-line bg-white forced-color-adjust-none"
    >
      <path d={path} fill="#000000" />
    </svg>
  );
}
