import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { fileMark } from './scripts/file-mark.ts'
import { iconsWithoutNames } from './scripts/icons-without-names.ts'
import { preloadsInTurn } from './scripts/preloads-in-turn.ts'
import { routerWithoutUnused } from './scripts/router-without-unused.ts'

const repository = fileURLToPath(new URL('.', import.meta.url))

/**
 * The order of the cascade layers (web/styles/index.css) is fixed by where they are first named. The
 * bundler sorts the modules' rules before it, so the built style sheet gets it as its first line.
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
 * Reads `import styles from './X.module.css'` as `import * as styles`. The bundler writes a name of a namespace where it
 * is used; of a default export it keeps the whole table, with every class that the page does not show: 2 KiB a page.
 */
const classNamesInline: Plugin = {
  name: 'class-names-inline',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.tsx?$/, code: '.module.css' },
    handler: (code) => ({
      code: code.replace(/import (\w+) from ('[^']+\.module\.css')/g, 'import * as $1 from $2'),
      // The lines stay where they are.
      map: null,
    }),
  },
}

/** A class's name in the page. */
const className = (name: string, file: string): string => `${name}_${fileMark(file)}`

/** The style sheets of components that a build has read. */
const sheets = new Set<string>()

/**
 * A style sheet stays in the build although all that scripts use of it, its names, was written into them. Without this
 * the bundler drops it silently, so the build also checks that each is there.
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

/** Files that are there before any script is imported. */
const THERE = /assets[\\/](react|app|start|rolldown-runtime)-/

/**
 * What an import requests beside its own file. Nothing when that file is all: a request of its own for it would take a slow
 * phone 5 ms more.
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
  // The brand's facts of web/page/brand.ts are set at build time under the server's own names.
  envPrefix: ['VITE_', 'BRAND_', 'SUPPORT_', 'CAREERS_', 'PRESS_', 'OFFICE_'],
  build: {
    outDir: `${repository}dist/web`,
    emptyOutDir: true,
    // For reading stack traces; pages do not name them.
    sourcemap: 'hidden',
    // One style sheet in one order; scripts/prerender.ts writes what a public page uses of it into the page.
    cssCodeSplit: false,
    // The browsers of DESIGN §6. For older ones the bundler would rewrite every light-dark() as two variables.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // scripts/prerender.ts finds each page's script in it, to preload it.
    manifest: true,
    // Every browser the build is for knows modulepreload.
    modulePreload: { polyfill: false, resolveDependencies: filesToPreload },
    // The app itself is one file on purpose.
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      // Constants and class names stand where they are used, also across files.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          groups: [
            // The first script of every page must not bring the app along.
            {
              name: 'start',
              test: /preload-helper|start-up[\\/]next-task|rolldown[\\/]runtime|ui[\\/](dates|after-paint)|connection[\\/](reach|patiently|strip|connection-words)/,
              priority: 3,
            },
            // Evaluated in a task of its own (web/start-up/first-script.ts).
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]|start-up[\\/]react\./,
              priority: 3,
            },
            // What every screen stands on, and parts too small for a request of their own, as one file: dozens of
            // small ones shrink worse and queue.
            {
              name: 'app',
              test: /ProjectGrid|deliverables[\\/]media|checks[\\/]LazyChecklist|contract[\\/](text-beginning|work-name|extra-rounds)|project-id|SentApplication|contract[\\/]transitions|ui[\\/]Tabs|web[\\/](start-up[\\/]start-app|routes)\.tsx$|web[\\/](app[\\/](?!MobileMenu|ConsoleHeader)|page[\\/](?!NotFound|AccessDenied|Unjoined)|loading[\\/](?!EarlierRows|PageByLink|preload|load-ahead)|auth[\\/]use-sign-out|uploads[\\/]links-renewed|drafts[\\/]|api[\\/](?!auth-library))|@tanstack[\\/](?!.*(queriesObserver|useQueries|useMutationState))/,
              priority: 2,
            },
            // What several screens share: the design system but for what few of them show, and a deal's parts.
            {
              name: 'ui',
              test: /web[\\/]ui[\\/](?!DropZone|UploadProgress|EscrowTrack|PriceBreakdown|CodeInput|Boards|Tabs)|forms[\\/](use-draft|focus-first-error)|lucide-react/,
              minShareCount: 5,
              priority: 1,
            },
            // Passwords are typed on few screens.
            {
              name: 'password',
              test: /ui[\\/]PasswordInput|lucide-react.*[\\/]eye(-off)?\./,
              priority: 2,
            },
            // What forms stand on; only screens with one load it.
            { name: 'forms', test: /react-hook-form|forms[\\/](use-kept-form|FormDialog)/ },
            // The keys of a player: the review room's alone.
            {
              name: 'room-icons',
              test: /lucide-react.*[\\/](rewind|fast-forward|skip-back|skip-forward|volume-2|volume-x|keyboard|chevrons-left|chevrons-right|pause)\./,
              minShareCount: 2,
              priority: 2,
            },
            // What a page needs once it stands: for focus that is lost, and for what comes next.
            { name: 'later', test: /ui[\\/]catch-lost-focus|loading[\\/](preload|load-ahead)/ },
            // A file each, they would be a dozen requests of a few hundred bytes.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            // The form of a project and of its brief share it; a deal's pages do not.
            {
              name: 'post',
              test: /projects[\\/](Project(Form|Terms|Words)|project-form-words|project-input|again-words)|briefs[\\/]brief-draft/,
              minShareCount: 2,
              priority: 1,
            },
            // What a project is called and how its card looks: screens without a deal have it, too.
            {
              name: 'projects',
              test: /projects[\\/](ProjectCard|project-words|use-projects|hiring-words)|contract[\\/]seats\./,
              priority: 1,
            },
            // Where a deal stands, and its words: only for the two whose deal it is.
            {
              name: 'standing',
              test: /contract[\\/]deal-(?!unavailable|split|stops|track)|payments[\\/](PaymentBadges|payment-words)|projects[\\/](listed-deal|DealLine)/,
            },
            // The deal's pages ask for its money and whether there is a dispute, and the review room for the first.
            { name: 'asked', test: /disputes[\\/]use-disputes|payments[\\/]use-payments/ },
            // The work itself: shown where it is reviewed, and to who made it.
            {
              name: 'work',
              test: /deliverables[\\/](MediaPreview|VideoPlayer|Compare|Download|DeliverableRow|Proofs|ReviewCountdown|review)/,
              minShareCount: 2,
            },
            // What its creator alone reads about it.
            { name: 'own-work', test: /deliverables[\\/]Own/, minShareCount: 2 },
            // Small files that rows of applications stand on, as one.
            {
              name: 'answers',
              test: /applications[\\/](price-(facts|words)|answer-words)/,
              priority: 1,
            },
            {
              name: 'deal',
              test: /web[\\/](deal|projects|applications|deliverables|payments)[\\/](?!use-funding|FundingDialog|BoardLink)|EscrowTrack|ContactSeller/,
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
