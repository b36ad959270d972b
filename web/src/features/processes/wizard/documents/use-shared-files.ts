import { useEffect, useEffectEvent } from 'react';

import { takeSharedFiles } from '@/entities/upload/shared-files.ts';

/** Hands over, once, the files that another app shared with this one on the device. */
export function useSharedFiles(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(async () => {
    const files = await takeSharedFiles();
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => void take(), []);
}
