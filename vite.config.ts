import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fileMark } from './scripts/file-mark.ts'
import { iconsWithoutNames } from './scripts/icons-without-names.ts'
import { preloadsInTurn } from './scripts/preloads-in-turn.ts'
import { routerWithoutUnused } from './scripts/router-without-unused.ts'

const repository = fileURLToPath(new URL('.', import.meta.url))

/**
 * The order of the cascade layers (web/styles/index.css) is fixed by their first mention. The bundler sorts the
 * modules' rules before it, so the built style sheet gets it as its first line.
 */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = `@layer reset,tokens,base,ui,screens;${asset.source.toString()}`
      }
    },
  },
}

/**
 * Reads `import styles from './X.module.css'` as `import * as styles`. The bundler inlines a namespace's name where it
 * is used; for a default export it keeps the whole table, with every class that the page does not show: 2 KiB a page.
 */
const classNamesInline: Plugin = {
  name: 'class-names-inline',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.tsx?$/, code: '.module.css' },
    handler: (code) => ({
      code: code.replace(/import (\w+) from ('[^']+\.module\.css')/g, 'import * as $1 from $2'),
      // Line numbers do not change.
      map: null,
    }),
  },
}

/** Returns a class's name in the page. */
const className = (name: string, file: string): string => `${name}_${fileMark(file)}`

/** The style sheets of the components that a build has read. */
const sheets = new Set<string>()

/**
 * Keeps a style sheet in the build although everything that scripts use of it, its names, was inlined into them.
 * Without this the bundler drops it silently, so the build also checks that each is there.
 */
const stylesStay: Plugin = {
  name: 'styles-stay',
  enforce: 'post',
  apply: 'build',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code, id) => {
      if (/const \w+ = "/.test(code)) sheets.add(id)
      return { code, map: null, moduleSideEffects: 'no-treeshake' }
    },
  },
  generateBundle(_options, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
      const css = asset.source.toString()
      for (const id of sheets)
        if (!css.includes(`_${fileMark(id)}`)) throw new Error(`${id} is missing from the build`)
    }
  },
}

/** Files that are loaded before any script is imported. */
const THERE = /assets[\\/](react|app|start|rolldown-runtime)-/

/**
 * The files that an import requests besides its own. None when that file is all: a separate request for it would take a
 * slow phone 5 ms more.
 */
function filesToPreload(_file: string, files: string[]): string[] {
  const missing = files.filter((file) => !THERE.test(file))
  return missing.length > 1 ? missing : []
}

export default defineConfig({
  root: `${repository}web`,
  plugins: [
    classNamesInline,
    routerWithoutUnused,
    iconsWithoutNames,
    preloadsInTurn,
    react(),
    stylesStay,
    layersFirst,
  ],
  css: { modules: { generateScopedName: className } },
  // The brand's values in web/page/brand.ts are set at build time under the server's own names.
  envPrefix: ['VITE_', 'BRAND_', 'SUPPORT_', 'CAREERS_', 'PRESS_', 'OFFICE_'],
  build: {
    outDir: `${repository}dist/web`,
    emptyOutDir: true,
    // For reading stack traces; pages do not refer to them.
    sourcemap: 'hidden',
    // One style sheet in one order; scripts/prerender.ts inlines the part that a public page uses.
    cssCodeSplit: false,
    // The browsers of DESIGN §6. For older ones the bundler would rewrite every light-dark() as two variables.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // scripts/prerender.ts looks up each page's script in it, to preload it.
    manifest: true,
    // Every targeted browser supports modulepreload.
    modulePreload: { polyfill: false, resolveDependencies: filesToPreload },
    // The app itself is one file on purpose.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // No module of the app reads a property for its effect. Otherwise each icon keeps a read of its own drawing, and
      // every constant built from another one stays, used or not: half a KiB on each page.
      treeshake: { propertyReadSideEffects: false },
      // Constants and class names are inlined where they are used, also across files.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            // The first script of every page must not pull in the app.
            {
              name: 'start',
              test: /preload-helper|start-up[\\/]next-task|rolldown[\\/]runtime|ui[\\/](dates|after-paint|held-press)|connection[\\/](reach|patiently|strip|connection-words)/,
              priority: 3,
            },
            // Evaluated in a task of its own (web/start-up/first-script.ts).
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|start-up[\\/]react\./,
              priority: 3,
            },
            // The base of every screen, and parts too small for a request of their own, as one file: dozens of small
            // ones compress worse and queue.
            {
              name: 'app',
              test: /lucide-react.*[\\/](pencil|arrow-left|package|paperclip)\.|ProjectGrid|deliverables[\\/]media|checks[\\/]LazyChecklist|contract[\\/](text-beginning|work-name|extra-rounds)|project-id|SentApplication|contract[\\/]transitions|ui[\\/]Tabs|web[\\/](start-up[\\/]start-app|routes)\.tsx$|web[\\/](app[\\/](?!MobileMenu|ConsoleHeader)|page[\\/](?!NotFound|AccessDenied|Unjoined)|loading[\\/](?!late-component|EarlierRows|FailedPage|PageByLink|preload|load-ahead)|auth[\\/]use-sign-out|uploads[\\/]links-renewed|drafts[\\/]|api[\\/](?!auth-library))|@tanstack[\\/](?!.*(queriesObserver|useQueries|useMutationState))/,
              priority: 2,
            },
            // The parts that several screens share: the design system except for what few of them show, and a deal's
            // parts.
            {
              name: 'ui',
              test: /web[\\/]ui[\\/](?!DropZone|UploadProgress|EscrowTrack|PriceBreakdown|CodeInput|Boards|Tabs)|forms[\\/](use-draft|focus-first-error)|lucide-react/,
              minShareCount: 5,
              priority: 1,
            },
            // What a page shows when it cannot be read, as one file: every page loads the list of all file names.
            {
              name: 'failed',
              test: /loading[\\/](FailedPage|PageByLink)|operator[\\/]LoadedRecord/,
              priority: 1,
            },
            // Few screens have password fields.
            {
              name: 'password',
              test: /ui[\\/]PasswordInput|lucide-react.*[\\/]eye(-off)?\./,
              priority: 2,
            },
            // The base of forms; only screens with one load it.
            { name: 'forms', test: /react-hook-form|forms[\\/](use-kept-form|FormDialog)/ },
            // A player's keyboard shortcuts: used only by the review room.
            {
              name: 'room-icons',
              test: /lucide-react.*[\\/](rewind|fast-forward|skip-back|skip-forward|volume-2|volume-x|keyboard|chevrons-left|chevrons-right|pause)\./,
              minShareCount: 2,
              priority: 2,
            },
            // What a page needs once it is usable: for focus that is lost, and for what comes next.
            {
              name: 'later',
              test: /ui[\\/](catch-lost-focus|picture-likeness)|thumbhash|loading[\\/](preload|load-ahead)/,
            },
            // As separate files they would be a dozen requests of a few hundred bytes.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            // Shared by the forms of a project and of its brief; a deal's pages do not use it.
            {
              name: 'post',
              test: /projects[\\/](Project(Form|Terms|Words)|project-form-words|project-input|again-words)|briefs[\\/]brief-draft/,
              minShareCount: 2,
              priority: 1,
            },
            // A project's name and the look of its card: screens without a deal use them, too.
            {
              name: 'projects',
              test: /projects[\\/](ProjectCard|project-words|use-projects|hiring-words)|contract[\\/]seats\./,
              priority: 1,
            },
            // The state of a deal, and its words: only for the two parties of the deal.
            {
              name: 'standing',
              test: /contract[\\/]deal-(?!unavailable|split|stops|track)|payments[\\/](PaymentBadges|payment-words)|projects[\\/](listed-deal|DealLine)/,
            },
            // The deal's pages request its money and whether there is a dispute; the review room requests the former.
            { name: 'asked', test: /disputes[\\/]use-disputes|payments[\\/]use-payments/ },
            // The work itself: shown where it is reviewed, and to its creator.
            {
              name: 'work',
              test: /deliverables[\\/](MediaPreview|VideoPlayer|Compare|Download|DeliverableRow|Proofs|ReviewCountdown|review)/,
              minShareCount: 2,
            },
            // What only its creator reads about it.
            { name: 'own-work', test: /deliverables[\\/]Own/, minShareCount: 2 },
            // Small files that rows of applications are built on, as one.
            {
              name: 'answers',
              test: /applications[\\/](price-(facts|words)|answer-words)/,
              priority: 1,
            },
            {
              name: 'deal',
              test: /web[\\/](deal|projects|applications|deliverables|payments)[\\/](?!use-funding|FundingDialog|BoardLink)|EscrowTrack|ContactSeller|late-component/,
              minShareCount: 3,
            },
            // What the owner's and the creator's board have in common, and the track above them.
            {
              name: 'board',
              test: /contract[\\/]deal-(stops|track)|web[\\/](deal|deliverables|projects|payments)[\\/](?!price-facts|bank-day|Replaced|replaced-words|BoardLink|use-funding|FundingDialog|payment-failures|project-input|Gallery|use-product-images|ProductImages|statement|PaymentStatement|PriceSplit|approve-words|OpenWork|use-file-bytes|use-pdf|Pdf)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  // The browser also loads contract/, which is outside of the root.
  server: { fs: { allow: [repository] } },
})
