import { useEffect, useEffectEvent, useState } from 'react';

import { Field } from '@/components/ui/fields/field.tsx';
import { Select } from '@/components/ui/fields/select.tsx';
import { say } from '@/i18n/say.ts';

import { listCameras, type FoundCamera } from './camera.ts';

/**
 * Which of several cameras: asked where the one that is open does not say that it faces the person, as a phone's does,
 * or where none could be opened.
 */
export function CameraChoice({
  open,
  isMissing,
  onChoose,
}: {
  /** The camera that is open, or was last. */
  open: MediaTrackSettings | undefined;
  /** There is no picture of it. */
  isMissing: boolean;
  onChoose: (camera: FoundCamera) => void;
}) {
  const [cameras, setCameras] = useState<readonly FoundCamera[]>([]);
  const openId = open?.deviceId;
  const look = useEffectEvent((_openId: string | undefined, _isMissing: boolean) => {
    void listCameras().then(setCameras);
  });
  // Browsers disclose their names only once one was opened.
  useEffect(() => look(openId, isMissing), [openId, isMissing]);
  useEffect(() => {
    const changed = () => look(undefined, false);
    navigator.mediaDevices?.addEventListener('devicechange', changed);
    return () => navigator.mediaDevices?.removeEventListener('devicechange', changed);
  }, []);
  if (cameras.length < 2 || (open?.facingMode === 'user' && !isMissing)) return null;
  return (
    <Field label={say('Câmera')} className="mx-auto w-full max-w-xs">
      <Select
        options={cameras.map(({ deviceId, name }) => ({ value: deviceId, label: name }))}
        value={openId ?? ''}
        {...(openId === undefined ? { placeholder: say('Escolha') } : {})}
        onChange={(event) => {
          const camera = cameras.find(({ deviceId }) => deviceId === event.target.value);
          if (camera !== undefined) onChoose(camera);
        }}
      />
    </Field>
  );
}
