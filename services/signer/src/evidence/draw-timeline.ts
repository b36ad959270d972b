import { COLORS, CONTENT_WIDTH, PAGE, type Canvas, type TextStyle } from './canvas.ts';
import type { EvidenceFacts, EvidenceMoment } from './evidence-facts.ts';
import { actionText, brasiliaTime } from './wording.ts';

const LEFT = PAGE.margin;
const TIME_WIDTH = 152;
const TEXT_LEFT = LEFT + 18;
const TIME: TextStyle = { size: 8, color: COLORS.muted, leading: 1.4 };
const TEXT: TextStyle = { size: 8.5, leading: 1.4 };
const GAP = 6;

/** The document's moments from the log, one after another, with a line that joins them. */
export function drawTimeline(canvas: Canvas, { timeline, seal }: EvidenceFacts): void {
  const moments = [
    ...timeline.flatMap((moment) => {
      const action = actionText(moment.action);
      return action === null ? [] : [{ at: moment.at, text: sentence(moment, action) }];
    }),
    { at: seal.sealedAt, text: 'Documento selado pela plataforma, com esta página' },
  ];
  let previous: { page: number; bottom: number } | undefined;
  for (const { at, text } of moments) {
    const lines = canvas.wrap(text, CONTENT_WIDTH - TIME_WIDTH - 18, TEXT);
    const height = canvas.heightOf(lines.length, TEXT);
    canvas.reserve(height);
    const centre = canvas.y + TEXT.size * 0.7;
    if (previous?.page === canvas.pages.length) {
      const start = { x: LEFT + 4, y: PAGE.height - previous.bottom };
      canvas.page.drawLine({
        start,
        end: { x: LEFT + 4, y: PAGE.height - centre + 4 },
        thickness: 1,
        color: COLORS.line,
      });
    }
    canvas.page.drawCircle({ x: LEFT + 4, y: PAGE.height - centre, size: 2.6, color: COLORS.primary });
    canvas.lines([brasiliaTime(at)], TEXT_LEFT, canvas.y + 0.3, TIME);
    canvas.lines(lines, TEXT_LEFT + TIME_WIDTH, canvas.y, TEXT);
    previous = { page: canvas.pages.length, bottom: centre + 4 };
    canvas.y += height + GAP;
  }
}

function sentence({ who, reason }: EvidenceMoment, action: string): string {
  const by = who === null ? action : `${action} · ${who}`;
  return reason === null ? by : `${by} · motivo: ${reason}`;
}
