import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join, parse, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import {
  APP_FILE,
  CONSOLE_FILE,
  DRAWN_PAGES,
  type DrawnPageName,
  EMPTY_ROOT,
  type KnownData,
  NOT_FOUND_FILE,
  ORIGIN_MARK,
  pageFile,
  type PageRenderer,
  PART_SCRIPTS,
  type PartScripts,
  type ScreenScripts,
  SHELL_HEAD,
  SHEET_RULES,
  SHELL_SCRIPTS,
  SOCIAL_MARKS,
  STYLES_MARK,
} from '#contract/pages.ts'
import {
  PERSONAL_PAGE_NAMES,
  PERSONAL_PAGES,
  personalFile,
  type PersonalPageName,
} from '#contract/personal-pages.ts'
import type { Role } from '#contract/profiles.ts'
import { SERVICE_WORKER_PATH } from '#contract/service-worker.ts'
import { rolldown } from 'rolldown'
import { build, type Manifest, type Plugin } from 'vite'
import { classesIn } from '#server/pages/classes-in.ts'
import { headTags } from '#server/pages/page-head.ts'
import { rendererFiles } from './renderer-files.ts'
import { rulesApart, servedStyles, sheetOf } from './used-styles.ts'
import { workerFile } from './worker-file.ts'
import { fill, type Frame, namedManifest, type Rendered, shell, withScript } from './built-page.ts'

interface Head {
  title: string
  description?: string
}

interface PublicPage {
  path: string
  module: string
  waits: boolean
}

/** The exports of web/start-up/prerender-entry.tsx, known only once it is bundled. */
interface Entry extends PageRenderer {
  prerenderedPages: readonly PublicPage[]
  appScreens: readonly {
    path: string
    module: string
    views?: Readonly<Record<Role, string>>
  }[]
  siteName: string
  renderPage: (path: string) => Promise<Rendered & { head: Head }>
  renderFrame: () => Promise<string>
  renderConsoleFrame: () => Promise<string>
  samples: Readonly<Record<DrawnPageName, readonly { path: string; known: KnownData }[]>>
}

const repository = fileURLToPath(new URL('..', import.meta.url))
const dist = join(repository, 'dist/web')
const bundle = join(repository, 'dist/pages')

/** Vite's output, beside its manifest in a folder that is not served. */
const TEMPLATE = '.vite/template.html'
const WHOLE_STYLES = '.vite/styles.css'

/** An address that matches no route: its page is served for unknown paths. */
const UNKNOWN_PATH = '/not-a-page'

/**
 * Writes the public pages and the service worker into dist/web after the web build: <path>/index.html each, 404.html for unknown paths,
 * DRAWN_PAGES for the server to render into, and app.html, the shell of everything behind the sign-in, with its screens'
 * scripts in SHELL_SCRIPTS. Their renderer is left in dist/pages. Throws when a page cannot be
 * rendered or the build left no index.html.
 */
export async function prerender(): Promise<void> {
  const template = await withBootInline(await withFontsPreloaded(await readTemplate()))
  const built = await readFile(join(dist, '.vite/manifest.json'), 'utf8')
  const manifest: Manifest = JSON.parse(built)
  const { plugin, files } = rendererFiles()
  const entry = await loadEntry(plugin)
  const { prerenderedPages, appScreens, siteName, renderPage } = entry
  const frame: Frame = {
    template,
    styles: await readStyles(template),
    askEarly: await bundled('web/start-up/first-calls-script.ts'),
  }
  const scripts = Object.fromEntries(
    appScreens.map(({ path, ...screen }) => [path, screenScripts(manifest, screen)]),
  )

  await writePage(APP_FILE, shell(frame, await entry.renderFrame()))
  await writePage(CONSOLE_FILE, shell(frame, await entry.renderConsoleFrame()))
  await writePage(SHELL_SCRIPTS, JSON.stringify(scripts))
  const manifestFile = 'manifest.webmanifest'
  const shipped = await readFile(join(repository, 'web/public', manifestFile), 'utf8')
  await writePage(manifestFile, namedManifest(shipped, siteName))
  const worker = await bundled('web/service-worker/service-worker.ts')
  await writePage(SERVICE_WORKER_PATH.slice(1), workerFile(worker, { siteName, build: built }))
  for (const page of prerenderedPages) {
    const { head, ...rendered } = await renderPage(page.path)
    await writePage(
      pageFile(page.path),
      fill(frame, {
        ...rendered,
        head: headTags({ ...head, path: page.path }, siteName),
        scripts: scriptsOf(manifest, page.module),
        waits: page.waits,
      }),
    )
  }
  const { head, ...unknown } = await renderPage(UNKNOWN_PATH)
  const noAddress = headTags({ ...head, path: null }, siteName)
  await writePage(
    NOT_FOUND_FILE,
    fill(frame, { ...unknown, head: noAddress, scripts: [], waits: false }),
  )
  for (const name of ['profile', 'licence'] as const)
    await writeDrawnPage(frame, entry, name, scripts[DRAWN_PAGES[name].page]?.all ?? [])
  await writePage(PART_SCRIPTS, JSON.stringify(partScripts(manifest, files)))
  await writePage(SHEET_RULES, JSON.stringify(sheetOf(frame.styles.css)))
  for (const name of PERSONAL_PAGE_NAMES) {
    const { path } = PERSONAL_PAGES[name]
    const screen = scripts[path]
    if (!screen) throw new Error(`${path} is no screen of the app`)
    await writePersonalPage(frame, name, screen.all)
  }
}

/** Writes a page without its content: with the styles of every part that it may have. */
async function writeDrawnPage(
  { askEarly, ...frame }: Frame,
  { renderDrawn, samples }: Entry,
  name: DrawnPageName,
  scripts: readonly string[],
): Promise<void> {
  const { file, classes, waits } = DRAWN_PAGES[name]
  let every = ''
  for (const { path, known } of samples[name])
    every += (await renderDrawn(path, known, ORIGIN_MARK, SOCIAL_MARKS)).markup
  const page = fill(frame, {
    markup: '',
    preloads: '',
    dressed: every,
    head: SHELL_HEAD,
    scripts,
    waits,
  })
  await writePage(file, withScript(page, askEarly))
  await writePage(classes, JSON.stringify([...classesIn(every)]))
}

/**
 * Writes a page for one person without its content and its styles; even without a script it knows that someone is
 * signed in. A signed-in person interacts with their page, so its scripts wait for nothing but the pictures at its top
 * (web/start-up/first-script.ts).
 */
async function writePersonalPage(
  frame: Frame,
  name: PersonalPageName,
  scripts: readonly string[],
): Promise<void> {
  const page = fill(frame, {
    markup: '',
    preloads: '',
    head: SHELL_HEAD,
    scripts,
    waits: true,
  })
  const unstyled = page
    .replace('<html ', '<html data-session="" ')
    .replace(/ data-own-styles="[^"]*"/, '')
    .replace(
      /<style>[^]*<\/style>/,
      () => `${STYLES_MARK}<style>${rulesApart(frame.styles.css)}</style>`,
    )
  await writePage(personalFile(name), unstyled)
}

/** The page that vite wrote, before ours replaced it: stored for a second run. */
async function readTemplate(): Promise<string> {
  const index = await readFile(join(dist, 'index.html'), 'utf8')
  if (index.includes(EMPTY_ROOT)) {
    await writeFile(join(dist, TEMPLATE), index)
    return index
  }
  return readFile(join(dist, TEMPLATE), 'utf8')
}

/**
 * The one style sheet of the build: its link in the template, its address and its text. It is served in the form that
 * the app reads (web/start-up/complete-styles.ts).
 */
async function readStyles(
  template: string,
): Promise<{ link: string; address: string; css: string }> {
  const [link, address] = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/.exec(template) ?? []
  if (!link || !address) throw new Error('the web build has no style sheet')
  const built = await readFile(join(dist, address), 'utf8')
  const served = servedStyles(built)
  // Stored for a second run, as the template is.
  if (served === built)
    return { link, address, css: await readFile(join(dist, WHOLE_STYLES), 'utf8') }
  await writeFile(join(dist, WHOLE_STYLES), built)
  await writeFile(join(dist, address), served)
  return { link, address, css: built }
}

async function loadEntry(plugin: Plugin): Promise<Entry> {
  await build({
    root: join(repository, 'web'),
    configFile: join(repository, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [plugin],
    build: {
      ssr: true,
      outDir: bundle,
      emptyOutDir: true,
      sourcemap: false,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: ['prerender-entry', 'drawn-pages'].map((name) =>
          join(repository, `web/start-up/${name}.tsx`),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
    // With production builds of its libraries, whatever mode the rendering server is started in.
    define: { 'process.env.NODE_ENV': '"production"' },
    // All of them are bundled: the server's page renderer (dist/pages) needs no package of the web app at run time.
    ssr: { noExternal: true },
  })
  return (await import(pathToFileURL(join(bundle, 'prerender-entry.js')).href)) as Entry
}

/** As a separate file it would delay the first paint by a round trip. The server allows it by its hash. */
async function withBootInline(html: string): Promise<string> {
  const boot = await readFile(join(dist, 'boot.js'), 'utf8')
  return html.replace('<script src="/boot.js"></script>', () => `<script>${boot.trim()}</script>`)
}

/** The first line of text needs both latin files; the others load when a page contains their letters. */
async function withFontsPreloaded(html: string): Promise<string> {
  const assets = await readdir(join(dist, 'assets'))
  const fonts = assets.filter((name) => /-latin-wght-normal-[\w-]+\.woff2$/.test(name))
  if (fonts.length !== 2)
    throw new Error(`expected two latin font files in dist/web/assets, found ${fonts.length}`)
  const links = fonts.map(
    (name) =>
      `<link rel="preload" href="/assets/${name}" as="font" type="font/woff2" crossorigin />`,
  )
  return html
    .replaceAll(/\s*<link rel="preload"[^>]*as="font"[^>]*>/g, '')
    .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
}

/** The app, the chunk of a page's screen and their imports: everything needed before hydration. */
function scriptsOf(manifest: Manifest, module: string): string[] {
  const found = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunk.isEntry || found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  const app = Object.keys(manifest).find((key) => manifest[key]?.name === 'app')
  for (const key of [app, module]) {
    if (key === undefined || !manifest[key])
      throw new Error(`${key ?? 'the app'} is not a chunk of the web build`)
    visit(key)
  }
  return [...found].map((file) => `/${file}`)
}

/** For each part that loads later, by its file in the renderer: its file in the browser, and what that imports. */
function partScripts(manifest: Manifest, files: ReadonlyMap<string, string>): PartScripts {
  const scripts: Record<string, PartScripts[string]> = {}
  for (const [file, id] of files) {
    const module = relative(join(repository, 'web'), id)
    // A file from which others import a part is listed by its name alone.
    const { name } = parse(module)
    const shared = (key: string) => key.startsWith('_') && manifest[key]?.name === name
    const key = module in manifest ? module : Object.keys(manifest).find(shared)
    const chunk = key === undefined ? undefined : manifest[key]
    if (key === undefined || chunk === undefined || chunk.isEntry) continue
    scripts[basename(file)] = { file: basename(chunk.file), scripts: scriptsOf(manifest, key) }
  }
  return scripts
}

function screenScripts(
  manifest: Manifest,
  { module, views }: Pick<Entry['appScreens'][number], 'module' | 'views'>,
): ScreenScripts {
  const all = scriptsOf(manifest, module)
  if (!views) return { all }
  const besides = (role: Role) =>
    scriptsOf(manifest, views[role]).filter((file) => !all.includes(file))
  return { all, of: { seller: besides('seller'), creator: besides('creator') } }
}

/** A script with all its imports, to be inlined in a page. */
async function bundled(module: string): Promise<string> {
  const bundle = await rolldown({ input: join(repository, module), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code.trim()
}

async function writePage(name: string, text: string): Promise<void> {
  const file = join(dist, name)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prerender()
