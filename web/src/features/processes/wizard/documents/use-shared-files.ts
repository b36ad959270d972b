import { useEffect, useEffectEvent } from 'react';

import { toast } from '@/components/ui/feedback/toast.ts';
import { takeSharedFiles } from '@/entities/upload/shared-files.ts';

/** Hands over, once, the files that another app shared with this one on the device. */
export function useSharedFiles(onFiles: (files: readonly File[]) => void): void {
  const take = useEffectEvent(async () => {
    const { files, failed } = await takeSharedFiles();
    if (failed)
      toast.error('O arquivo compartilhado não chegou', {
        description: 'Pode ter faltado espaço neste aparelho. Escolha o arquivo aqui.',
      });
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => void take(), []);
}
