import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { pdfjsAssets } from './vite/pdfjs-assets.ts';
import { precompress } from './vite/precompress.ts';
import { preloadFont } from './vite/preload-font.ts';

/** Where the API listens while developing; the built client is served from the API's own origin. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4400';

export default defineConfig({
  plugins: [
    // The router's plugin must run before React's: it splits each route's component into its own chunk.
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      generatedRouteTree: './src/routeTree.gen.ts',
      quoteStyle: 'single',
    }),
    react(),
    tailwindcss(),
    pdfjsAssets(),
    preloadFont(),
    precompress(),
  ],
  resolve: { tsconfigPaths: true },
  server: { host: '127.0.0.1', proxy: { '/api': apiOrigin, '/dev': apiOrigin } },
  build: {
    target: 'baseline-widely-available',
    sourcemap: 'hidden',
    manifest: true,
    // A data: URL would need its own line in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            { name: 'tanstack', test: /node_modules[\\/]@tanstack[\\/]/, priority: 10 },
            // Dozens of files of a few hundred bytes cost more round trips than bytes; but what lists and menus are made of is no
            // part of a first visit to sign in or to sign.
            {
              name: 'shared',
              test: /lucide-react|[\\/]src[\\/](?:components[\\/](?:ui|app)[\\/](?!data-table|dropdown-menu|drop-zone|filter-tabs|status-badge|copy-button|checkbox|masked-input|pagination|select|combobox|tabs|timeline|stepper|radio-cards|progress|avatar|list-|page-header|user-menu|confirm-command|leave-guard)|lib[\\/](?!api[\\/](?:up|down)load|masks|polling|activity))|[\\/]contracts[\\/]/,
              minShareCount: 4,
              priority: 5,
            },
          ],
        },
      },
    },
  },
});
