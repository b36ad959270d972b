import { useEffect, useRef, useState, type PointerEvent } from 'react';

import { ProblemCallout } from '@/components/page/problem-callout.tsx';
import { Button } from '@/components/ui/actions/button.tsx';
import { Slider } from '@/components/ui/fields/slider.tsx';
import { Dialog } from '@/components/ui/overlays/dialog.tsx';
import { asProblem, type Problem } from '@/lib/api/problem.ts';

import { CENTRE, dragged, drawCrop, MAX_ZOOM, reach, type Crop } from './crop.ts';

/** Sides of what is kept, pixels: four times the largest it is shown at. */
const KEPT_SIDE = 320;
const SHOWN_SIDE = 560;
const QUALITY = 0.9;

/** Chooses the square of a picture that becomes one's photo: by dragging, by touch, or by sliders alone. */
export function PhotoDialog({
  picture,
  onClose,
  onSave,
}: {
  picture: ImageBitmap;
  onClose: () => void;
  /** @param photo a JPEG as a `data:` address */
  onSave: (photo: string) => Promise<void>;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(CENTRE);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    if (canvas.current !== null) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  async function save(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    const kept = document.createElement('canvas');
    kept.width = KEPT_SIDE;
    kept.height = KEPT_SIDE;
    drawCrop(kept, picture, crop);
    try {
      await onSave(kept.toDataURL('image/jpeg', QUALITY));
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={busy}
      title="Ajustar foto"
      description="Arraste a foto ou use os controles para escolher o que aparece."
      className="sm:max-w-md!"
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {busy ? 'Salvando…' : 'Salvar foto'}
          </Button>
        </>
      }
    >
      <ProblemCallout error={problem} className="mb-4" />
      <div className="mx-auto w-full max-w-[280px]">
        <Draggable onDrag={(by) => setCrop((before) => dragged(picture, before, by))}>
          <canvas
            ref={canvas}
            width={SHOWN_SIDE}
            height={SHOWN_SIDE}
            aria-label="Como a foto vai aparecer"
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn, and no file
            role="img"
            className="size-full rounded-full"
          />
        </Draggable>
      </div>
      <CropSliders picture={picture} crop={crop} onChange={setCrop} />
    </Dialog>
  );
}

/** What is under the pointer follows it; the sliders do the same without dragging (WCAG 2.2, 2.5.7). */
function Draggable({
  onDrag,
  children,
}: {
  onDrag: (by: { x: number; y: number }) => void;
  children: React.ReactNode;
}) {
  const last = useRef<{ x: number; y: number }>(undefined);
  function move(event: PointerEvent<HTMLDivElement>): void {
    if (last.current === undefined) return;
    const side = event.currentTarget.clientWidth;
    onDrag({ x: (event.clientX - last.current.x) / side, y: (event.clientY - last.current.y) / side });
    last.current = { x: event.clientX, y: event.clientY };
  }
  return (
    <div
      className="aspect-square cursor-grab touch-none rounded-full border border-line-strong bg-sunken select-none active:cursor-grabbing"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        last.current = undefined;
      }}
      onPointerCancel={() => {
        last.current = undefined;
      }}
    >
      {children}
    </div>
  );
}

function CropSliders({
  picture,
  crop,
  onChange,
}: {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (crop: Crop) => void;
}) {
  const { x, y } = reach(picture, crop.zoom);
  // What the sliders cannot reach at this zoom is brought back into it.
  const held = dragged(picture, crop, { x: 0, y: 0 });
  return (
    <div className="mt-5 grid gap-4">
      <CropSlider
        label="Aproximar"
        from={1}
        to={MAX_ZOOM}
        value={crop.zoom}
        onChange={(zoom) => onChange({ ...held, zoom })}
      />
      <CropSlider
        label="Mover na horizontal"
        {...x}
        value={held.x}
        onChange={(to) => onChange({ ...held, x: to })}
      />
      <CropSlider
        label="Mover na vertical"
        {...y}
        value={held.y}
        onChange={(to) => onChange({ ...held, y: to })}
      />
    </div>
  );
}

function CropSlider({
  label,
  from,
  to,
  value,
  onChange,
}: {
  label: string;
  from: number;
  to: number;
  value: number;
  onChange: (value: number) => void;
}) {
  const fixed = to - from < 0.001;
  return (
    <label className="grid gap-1 text-sm">
      <span className={fixed ? 'text-subtle' : undefined}>{label}</span>
      <Slider
        min={from}
        max={fixed ? from + 1 : to}
        step={fixed ? 1 : (to - from) / 50}
        value={fixed ? from : value}
        disabled={fixed}
        onChange={(event) => onChange(Number(event.target.value))}
        className="w-full"
      />
    </label>
  );
}
