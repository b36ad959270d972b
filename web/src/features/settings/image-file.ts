import { IMAGE_TYPES, MAX_IMAGE_BYTES, MAX_IMAGE_MB } from '@lacre/contracts/limits';

import { dataUrlOf } from '@/lib/api/picture.ts';
import { Problem } from '@/lib/api/problem.ts';

/** Reads a chosen image. @returns a `data:` address @throws Problem when it is none that the server takes */
export async function readImageFile(file: File): Promise<string> {
  if (!IMAGE_TYPES.some((type) => type === file.type)) {
    throw new Problem('UPLOAD_NOT_ALLOWED_FILES', {
      status: 415,
      title: 'Este tipo de arquivo não é aceito. Escolha uma imagem JPG ou PNG.',
    });
  }
  if (file.size > MAX_IMAGE_BYTES)
    throw new Problem('FILE_SIZE_HIGGER_2MB', {
      status: 413,
      title: `A imagem passa do limite de ${MAX_IMAGE_MB} MB.`,
    });
  // A file that claims to be an image and is none is refused here, beside the field.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined)
    throw new Problem('UPLOAD_NOT_ALLOWED_FILES', {
      status: 415,
      title: 'Não foi possível ler esta imagem.',
    });
  bitmap.close();
  return dataUrlOf(file);
}
