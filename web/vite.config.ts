import { globSync } from 'node:fs';
import { join } from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { inLanguage } from './vite/in-language.ts';
import { pdfjsAssets } from './vite/pdfjs-assets.ts';
import { precompress } from './vite/precompress.ts';
import { preloadRoutes } from './vite/preload-routes.ts';
import { prerenderSignIn } from './vite/prerender.ts';

/** The folder of another language than Portuguese, for the client to be built in it. */
const languageFolder = process.env['INTERFACE_LANGUAGE'];

/** Where the API listens while developing; the built client is served from the API's own origin. */
const apiOrigin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4400';

const icons = (...names: readonly string[]) =>
  new RegExp(`lucide-react.*[\\\\/]icons[\\\\/](?:${names.join('|')})\\.mjs$`);

/** Drawings of the first visits' screens. */
const FIRST_ICONS = icons('check', 'chevron-down', 'key-round', 'mail', 'smartphone');

/** Drawings of states, and of the frame of signing: that visit has none of the others. */
const STATE_ICONS = icons(
  'ban',
  'chevron-right',
  'circle-x',
  'clock',
  'file-pen-line',
  'hourglass',
  'link-2-off',
  'log-out',
  'scan-face',
  'stamp',
);

/** Drawings of the frame behind sign-in, its first screen, and lists; the document's page has some of them. */
const FRAME_ICONS = icons(
  'arrow-right',
  'building-complex',
  'chevron-left',
  'circle-question-mark',
  'coins',
  'download',
  'file-(?:archive|stack)',
  'mail-open',
  'pencil',
  'plus',
  'rotate-ccw-clock',
  'shield-check',
  'tag',
  'user-(?:plus|round)',
  'users-round',
  'webhook',
);

/** Drawings of the frame's own menu. */
const MENU_ICONS = icons(
  'book-user',
  'chart-column',
  'house',
  'menu',
  'panel-left-(?:close|open)',
  'settings',
);

/** Drawings of what a person is asked to sign, and of the public page, which shows it. */
const SIGNING_ICONS = icons(
  'book-open',
  'file-text',
  'fingerprint-pattern',
  'map-pin',
  'message-circle-question-mark',
  'pen-line',
  'send',
);

/** Drawings of what is registered, and of a new process. */
const FORM_ICONS = icons(
  'arrow-(?:down|left|up)',
  'calendar-(?:clock|days)',
  'circle-pause',
  'cloud-upload',
  'copy',
  'ellipsis-vertical',
  'file-spreadsheet',
  'mail-(?:check|x)',
  'rotate-ccw',
  'trash',
  'users',
  'wand-sparkles',
);

/** Drawings of one component alone, which go with it: to export, to be notified, of access, of a page that is not there. */
const LONE_ICONS = icons('bell-off', 'compass', 'file-(?:braces|down)', 'user-minus');

/** Files of a folder that patterns name, without their endings; one that names none would say nothing of what it lost. */
function filesOf(folder: string, patterns: readonly string[]): RegExp {
  const names = globSync('**/*.{ts,tsx}', { cwd: join(import.meta.dirname, folder) });
  const test = (pattern: string) => new RegExp(`^(?:${pattern})\\.tsx?$`);
  const lost = patterns.filter((pattern) => !names.some((name) => test(pattern).test(name)));
  if (lost.length > 0) throw new Error(`no file of ${folder} is named by ${lost.join(', ')}`);
  const path = `${folder.replace('../', '')}/(?:${patterns.join('|')})`;
  return new RegExp(`[\\\\/]${path.replaceAll('/', '[\\\\/]')}\\.tsx?$`);
}
const sources = (...patterns: readonly string[]) => filesOf('src', patterns);
const contracts = (...patterns: readonly string[]) => filesOf('../packages/contracts/src', patterns);

const others = (than: RegExp, of: string) => new RegExp(`^(?!.*(?:${than.source})).*${of}`);
const oneOf = (...patterns: readonly RegExp[]) => new RegExp(patterns.map(({ source }) => source).join('|'));

/** Whatever runs the build, such as a test: Vite builds for development where `NODE_ENV` says something else. */
const forProduction = (): Plugin => ({
  name: 'for-production',
  apply: 'build',
  config() {
    process.env['NODE_ENV'] = 'production';
  },
});

export default defineConfig({
  plugins: [
    forProduction(),
    ...(languageFolder === undefined ? [] : [inLanguage(languageFolder)]),
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
    preloadRoutes(),
    prerenderSignIn(),
    precompress(),
  ],
  resolve: {
    tsconfigPaths: true,
    // React has what the shim is for.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: { host: '127.0.0.1', proxy: { '/api': apiOrigin, '/dev': apiOrigin } },
  build: {
    target: 'baseline-widely-available',
    sourcemap: 'hidden',
    manifest: true,
    // A data: URL would need its own line in the content security policy.
    assetsInlineLimit: 0,
    // Lists of what each part imports would be 3 KB of every first visit, whose own parts theme.js asks for already; later
    // ones are fetched when the pointer is over the link.
    modulePreload: {
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'html' ? needed : []),
    },
    rolldownOptions: {
      output: {
        // Seven characters of a hash and not eight: every file that fetches others has their names, which no compression
        // makes smaller, and 42 bits distinguish two releases of a file.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One file: every screen needs all of it, it changes with the libraries alone, and a browser that speaks
            // HTTP/1.1 has six connections, of which the first questions need one. Not what only some screens call.
            {
              name: 'vendor',
              test: oneOf(
                /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/,
                /node_modules[\\/]@tanstack[\\/](?!.*[\\/](?:useSuspenseQuery|useBlocker|useMutation|mutationObserver)\.)/,
              ),
              priority: 20,
            },
            // One name for it, by which the budgets know it, however many screens show a document.
            { name: 'pdfjs', test: /node_modules[\\/]pdfjs-dist[\\/]/, priority: 1 },
            // Dozens of files of a few hundred bytes cost more round trips than bytes, and a first paint waits for the last
            // of them. Whatever brings a library along brings it to all that need any of its group.
            // What any first visit needs, to sign in or to sign.
            {
              name: 'shared',
              test: oneOf(
                FIRST_ICONS,
                // What fetches every later part; pdf.js would take it along.
                /vite[\\/]preload-helper/,
                sources(
                  'components/ui/actions/button',
                  'components/ui/feedback/[\\w-]+',
                  'components/ui/fields/(?:checkbox|field|input)',
                  'components/ui/lazy/(?:lazy-dialog|lazy-part|use-code)',
                  'components/ui/overlays/scroll-lock',
                  'components/brand/(?:logo|tenant-(?:color|logo)|theme-switch)',
                  'components/page/(?:error-page|page-loading|problem-callout|skip-link)',
                  'entities/(?:company|person|session)/queries',
                  'features/auth/arrival',
                  'lib/address/(?:ids|list-search)',
                  'lib/api/(?:client|early|problem)',
                  'lib/browser/(?:after-(?:paint|press)|preferences|tab-store)',
                  'i18n/say',
                  'lib/format/(?:day|format)',
                  'lib/language/(?:language|use-language)',
                  'lib/hooks/use-(?:is-wide|title)',
                  'lib/input/email-address',
                  'lib/polling/(?:activity|polling)',
                  'lib/session/(?:guards|person-session|session|use-session)',
                  'lib/style/cn',
                ),
              ),
              priority: 8,
            },
            // What leads to an invitation, and from its short address: a signer's first visit has no more of it.
            {
              name: 'signing-link',
              test: oneOf(contracts('text/signing-link'), sources('entities/process/signing-link')),
              priority: 8,
            },
            { name: 'state-icons', test: STATE_ICONS, priority: 8 },
            // With the button that has it, for accounts that offer Libras.
            { name: 'libras-icon', test: icons('hand'), priority: 8 },
            { name: 'icons', test: FRAME_ICONS, minShareCount: 2, priority: 7 },
            { name: 'signing-icons', test: SIGNING_ICONS, minShareCount: 2, priority: 8 },
            { name: 'form-icons', test: FORM_ICONS, minShareCount: 2, priority: 7 },
            // The drawings of several other screens, which weigh little together.
            {
              name: 'more-icons',
              test: others(oneOf(MENU_ICONS, LONE_ICONS), 'lucide-react'),
              minShareCount: 2,
              priority: 7,
            },
            // Lists have it without the rest of the forms.
            { name: 'select', test: sources('components/ui/fields/select'), priority: 8 },
            // Numbers and codes as Brazil writes them, which are shown without being typed.
            {
              name: 'masks',
              test: sources('lib/input/masks'),
              priority: 6,
            },
            // What is typed into, and what keeps count of it in a whole form, which many screens do without.
            {
              name: 'inputs',
              test: oneOf(
                sources(
                  'components/form/rules',
                  'components/ui/fields/(?:listbox-option|masked-input|radio-cards|textarea)',
                ),
                contracts('text/emptiness'),
              ),
              priority: 5,
            },
            {
              name: 'forms',
              test: sources('components/form/(?:fields|use-submit)'),
              priority: 4,
            },
            // What asks before it acts.
            {
              name: 'dialogs',
              test: sources(
                'components/form/confirm-command',
                'components/ui/overlays/(?:confirm-dialog|dialog)',
              ),
              priority: 5,
            },
            // What judges a value that is typed, which needs no reader of texts.
            { name: 'value-formats', test: contracts('(?:\\w+/)*value-formats'), priority: 2 },
            // What is said of signing at another's request, where it can be chosen.
            {
              name: 'at-request',
              test: oneOf(sources('entities/process/at-request-words'), contracts('legal/at-request')),
              priority: 2,
            },
            // What says which of a template's fields are filled by what.
            {
              name: 'placeholders',
              test: oneOf(
                sources('entities/template/placeholder-chips', 'features/templates/filled-by'),
                contracts('(?:\\w+/)*template-text'),
              ),
              priority: 1,
            },
            // The frame of every way in.
            {
              name: 'auth',
              test: sources(
                'features/auth/(?:auth-shell|login-page|password-step)',
                'entities/session/(?:google-return|lazy-second-factor-step|use-sign-in)',
              ),
              priority: 5,
            },
            // What signing and most screens behind sign-in have, and hardly any before it.
            {
              name: 'screens',
              test: sources(
                'components/ui/(?:display/badge|overlays/(?:modal|tooltip))',
                'entities/process/status-badge',
                'i18n/(?:counted|vocabulary)',
                'lib/api/download',
                'lib/address/document-in-address',
              ),
              priority: 6,
            },
            // The frame behind sign-in, and its first screen.
            {
              name: 'frame',
              test: oneOf(
                MENU_ICONS,
                sources(
                  'components/ui/(?:display/avatar|tables/data-table)',
                  'components/page/page-header',
                  'entities/(?:process|tag)/queries',
                  'entities/process/(?:new-process-button|process-columns|signature-progress)',
                  'entities/tenant/(?:credits-query|settings-query)',
                  'entities/user/user-avatar',
                  'features/shell/(?:app-shell|command-menu-state|expired-session|navigation|navigation-link|shortcuts|user-menu)',
                  'lib/api/picture',
                  'lib/browser/shortcuts',
                ),
              ),
              priority: 3,
            },
            // What shows a process, beside the frame's.
            { name: 'process', test: sources('entities/process/requirements'), priority: 4 },
            // What happened in it, which comes after the people and the documents.
            {
              name: 'timeline',
              test: oneOf(
                sources(
                  'components/ui/(?:display/timeline|fields/slider)',
                  'entities/process/timeline-icons',
                ),
                contracts('descriptions/(?:process-descriptions|timeline)'),
              ),
              priority: 4,
            },
            // What hangs on a line of a list.
            {
              name: 'line-actions',
              test: sources(
                'components/ui/(?:actions/(?:copy-button|dropdown-menu|more-menu)|display/email)',
                'entities/tag/tag-chips',
                'lib/hooks/use-navigate-here',
              ),
              priority: 4,
            },
            // What signing and saying who one is know of codes.
            {
              name: 'codes',
              test: sources(
                'features/signing/identify/(?:code-step-memory|sent-to|use-countdown)',
                'entities/language/language-switch',
                'i18n/(?:code-words|say-around)',
              ),
              priority: 4,
            },
            // What leads from a document's line to its viewer.
            {
              name: 'document-line',
              test: sources(
                'components/pdf/(?:lazy-pdf-viewer|viewer-overlay)',
                'entities/document/(?:document-signatures-query|prints-otherwise)',
              ),
              priority: 4,
            },
            // What the other lists have.
            {
              name: 'lists',
              test: sources(
                'components/ui/tables/(?:data-table-selection|filter-tabs|pagination)',
                'components/list/(?:list-body|list-search-box)',
              ),
              priority: 2,
            },
            // What is registered of persons and companies.
            { name: 'fields', test: contracts('registers/.+'), priority: 4 },
            // What the forms of the account's things have in common.
            {
              name: 'registers',
              test: sources(
                'components/ui/fields/combobox',
                'components/form/leave-guard',
                'entities/(?:envelope|signer-group|template)/queries',
                'entities/person/person-picker',
                'entities/tag/tag-picker',
              ),
              priority: 2,
            },
          ],
        },
      },
    },
  },
});
