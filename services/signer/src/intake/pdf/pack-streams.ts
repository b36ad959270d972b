import { runQpdf } from './qpdf.ts';

/**
 * The file with every object that may be in a compressed object stream there, and every stream compressed anew: text
 * that a reader which rebuilds a file would take for objects then lies nowhere in its bytes. What stays as it is are
 * the data of pictures (JPEG and the like) and the dictionaries of streams.
 *
 * @returns undefined when qpdf cannot do it
 */
export async function packStreams(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  const { status, read } = await runQpdf(
    [
      '--object-streams=generate',
      '--compress-streams=y',
      '--recompress-flate',
      '--decode-level=generalized',
      '--deterministic-id',
      '/in.pdf',
      '/out.pdf',
    ],
    { '/in.pdf': pdf },
  );
  return status === 2 ? undefined : read('/out.pdf');
}
