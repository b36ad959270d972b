import { dataUrlOf } from '@/lib/api/picture.ts';
import { Problem } from '@/lib/api/problem.ts';

/** Largest image of a tenant (source specification: FILE_SIZE_HIGGER_2MB), bytes. */
const MAX_IMAGE_BYTES = 2 * 1024 * 1024;

/** Reads a chosen image. @returns a `data:` address @throws Problem when it is none that the server takes */
export async function readImageFile(file: File): Promise<string> {
  if (!['image/jpeg', 'image/png'].includes(file.type)) {
    throw new Problem('UPLOAD_NOT_ALLOWED_FILES', {
      status: 415,
      title: 'Este tipo de arquivo não é aceito. Escolha uma imagem JPG ou PNG.',
    });
  }
  if (file.size > MAX_IMAGE_BYTES)
    throw new Problem('FILE_SIZE_HIGGER_2MB', { status: 413, title: 'A imagem passa do limite de 2 MB.' });
  // What says that it is an image and is none is told apart here, beside the field.
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (bitmap === undefined)
    throw new Problem('UPLOAD_NOT_ALLOWED_FILES', {
      status: 415,
      title: 'Não foi possível ler esta imagem.',
    });
  bitmap.close();
  return dataUrlOf(file);
}
