import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { pdfjsAssets } from './vite/pdfjs-assets.ts';
import { precompress } from './vite/precompress.ts';
import { preloadFont } from './vite/preload-font.ts';
import { preloadRoutes } from './vite/preload-routes.ts';

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
    preloadRoutes(),
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
            // Dozens of files of a few hundred bytes cost more round trips than bytes. Only what a first visit to sign in
            // or to sign needs anyway is named here: whatever brings a library along would bring it to everybody.
            {
              name: 'shared',
              test: /lucide-react|[\\/]src[\\/](?:components[\\/](?:ui[\\/](?:badge|button|callout|checkbox|confirm-dialog|copy-button|dialog|empty-state|field|input|masked-input|modal|progress|scroll-lock|skeleton|spinner|toast|tooltip)|app[\\/](?:error-page|logo|page-loading|problem-callout|skip-link|status-badge|theme-switch))|lib|i18n)|[\\/]packages[\\/](?:client|contracts)[\\/]/,
              minShareCount: 4,
              priority: 5,
            },
          ],
        },
      },
    },
  },
});
