import { ownBuffer, serveThread, type TaskResult } from '../threads/serve-thread.ts';
import { drawTextDocument } from './draw-text-document.ts';
import type { TextDocument } from './text-document.ts';

serveThread(async (document: TextDocument): Promise<TaskResult<Uint8Array>> => {
  const buffer = ownBuffer(await drawTextDocument(document));
  return { output: new Uint8Array(buffer), transfer: [buffer] };
});
