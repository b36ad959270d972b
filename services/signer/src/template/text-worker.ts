import { serveWorker } from '../workers/serve-worker.ts';
import { drawTextDocument } from './draw-text-document.ts';
import type { TextDocument } from './text-document.ts';

serveWorker((document: TextDocument): Promise<Uint8Array> => drawTextDocument(document));
