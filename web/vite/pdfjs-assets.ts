import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, sep } from 'node:path';

import type { Plugin } from 'vite';

const FOLDERS = ['cmaps', 'iccs', 'standard_fonts', 'wasm'] as const;
const CONTENT_TYPES: Record<string, string> = {
  '.wasm': 'application/wasm',
  '.js': 'text/javascript',
  '.ttf': 'font/ttf',
  '.icc': 'application/vnd.iccprofile',
};

/**
 * Serves and ships the files pdf.js fetches by itself (character maps, standard fonts, image decoders) under
 * `/pdfjs/`, so that no document makes the browser ask another origin for them.
 */
export function pdfjsAssets(): Plugin {
  const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return {
    name: 'lacre:pdfjs-assets',
    configureServer(server) {
      server.middlewares.use('/pdfjs/', (request, response, next) => {
        const file = normalize(join(root, decodeURIComponent((request.url ?? '').split('?')[0] ?? '')));
        const inside = FOLDERS.some((folder) => file.startsWith(join(root, folder) + sep));
        if (!inside || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
          next();
          return;
        }
        response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream');
        createReadStream(file).pipe(response);
      });
    },
    generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of readdirSync(join(root, folder))) {
          this.emitFile({
            type: 'asset',
            fileName: `pdfjs/${folder}/${name}`,
            source: readFileSync(join(root, folder, name)),
          });
        }
      }
    },
  };
}
