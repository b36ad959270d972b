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
      // What a screen asks for comes with it: before it asks, the session is looked up, and meanwhile it has come.
      codeSplittingOptions: { defaultBehavior: [['component', 'loader']] },
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
    // Lists of what each part imports would be 3 KB of every first visit, whose own parts theme.js asks for already; later
    // ones are fetched when somebody points at the link.
    modulePreload: {
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 20 },
            // Not what only some screens call.
            {
              name: 'tanstack',
              test: /node_modules[\\/]@tanstack[\\/](?!.*[\\/](?:useMutation|mutationObserver|useSuspenseQuery|useBlocker)\.)/,
              priority: 10,
            },
            // Dozens of files of a few hundred bytes cost more round trips than bytes. Only what a first visit to sign in
            // or to sign needs anyway is named here: whatever brings a library along would bring it to everybody.
            {
              name: 'shared',
              test: /lucide-react|[\\/]src[\\/](?:components[\\/](?:ui[\\/](?:button|callout|empty-state|field|input|progress|scroll-lock|skeleton|spinner|toast|toaster)\.|app[\\/](?:error-page|logo|page-loading|problem-callout|skip-link|theme-switch)\.)|lib[\\/](?!api[\\/](?:download|picture|upload)))|[\\/]packages[\\/](?:client|contracts)[\\/]/,
              minShareCount: 7,
              priority: 5,
            },
            // What most screens behind sign-in have, and hardly any before it.
            {
              name: 'screens',
              test: /[\\/]src[\\/](?:components[\\/](?:ui[\\/](?:tooltip|badge)|app[\\/]status-badge)|i18n[\\/]vocabulary)/,
              minShareCount: 4,
              priority: 3,
            },
          ],
        },
      },
    },
  },
});
