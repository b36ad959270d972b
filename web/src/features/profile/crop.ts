/** A square cut out of a picture: its centre as a share of the picture's sides, and how near. */
export interface Crop {
  /** 0 is the left or upper edge, 1 the right or lower one. */
  x: number;
  y: number;
  /** 1 shows the shorter side whole. */
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export const MAX_ZOOM = 4;
export const CENTRE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The square in the picture's own pixels; it never leaves the picture. */
export function squareOf(
  { width, height }: Size,
  { x, y, zoom }: Crop,
): { left: number; top: number; side: number } {
  const side = Math.min(width, height) / Math.min(MAX_ZOOM, Math.max(1, zoom));
  const inside = (share: number, length: number) =>
    Math.min(length - side, Math.max(0, share * length - side / 2));
  return { left: inside(x, width), top: inside(y, height), side };
}

/** How far the centre may go, for sliders: outside of it moving changes nothing. */
export function reach(size: Size, zoom: number): Record<'x' | 'y', { from: number; to: number }> {
  const { side } = squareOf(size, { ...CENTRE, zoom });
  const span = (length: number) => ({ from: side / 2 / length, to: 1 - side / 2 / length });
  return { x: span(size.width), y: span(size.height) };
}

/** The crop after the picture was dragged. @param by as shares of the square that is shown */
export function dragged(size: Size, crop: Crop, by: { x: number; y: number }): Crop {
  const { left, top, side } = squareOf(size, crop);
  const moved = {
    ...crop,
    x: (left + side / 2 - by.x * side) / size.width,
    y: (top + side / 2 - by.y * side) / size.height,
  };
  const bounds = reach(size, crop.zoom);
  const within = (value: number, { from, to }: { from: number; to: number }) =>
    Math.min(to, Math.max(from, value));
  return { ...moved, x: within(moved.x, bounds.x), y: within(moved.y, bounds.y) };
}

/** Draws the square, filling the canvas; what is transparent becomes white. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const { left, top, side } = squareOf(picture, crop);
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}
