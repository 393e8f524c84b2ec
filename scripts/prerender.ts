import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SHELL_HEAD, SHELL_SCRIPTS } from '#contract/pages.ts'
import { rolldown } from 'rolldown'
import { build, type Manifest } from 'vite'
import { headTags } from '#server/pages/page-head.ts'
import { usedStyles } from './used-styles.ts'

interface Head {
  title: string
  description?: string
}

interface PublicPage {
  path: string
  module: string
  /** The app is loaded when the reader is about to use something; otherwise at once. */
  waits: boolean
}

/** What web/prerender-entry.tsx exports, which is only known once it is bundled. */
interface Entry {
  prerenderedPages: readonly PublicPage[]
  appScreens: readonly { path: string; module: string }[]
  siteName: string
  renderPage: (path: string) => Promise<{ markup: string; head: Head }>
  renderFrame: () => Promise<string>
}

const repository = fileURLToPath(new URL('..', import.meta.url))
const dist = join(repository, 'dist/web')
const bundle = join(repository, 'dist/prerender')

/** Beside vite's manifest, where nothing is served from. */
const TEMPLATE = '.vite/template.html'

/** The address that no route knows: its page is what unknown paths get. */
const UNKNOWN_PATH = '/not-a-page'

/**
 * Writes the public pages into dist/web after the web build: <path>/index.html each, 404.html for unknown
 * paths, and app.html, the shell of everything behind the sign-in, with its screens' scripts in
 * SHELL_SCRIPTS. Throws when a page cannot be rendered or the build left no index.html.
 */
export async function prerender(): Promise<void> {
  const template = await withBootInline(await withFontsPreloaded(await readTemplate()))
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const { prerenderedPages, appScreens, siteName, renderPage, renderFrame } = await loadEntry()
  const frame = { template, styles: await readStyles(template), siteName }

  await writeFile(join(dist, 'app.html'), await shell(frame, await renderFrame()))
  await writeFile(
    join(dist, SHELL_SCRIPTS),
    JSON.stringify(
      Object.fromEntries(appScreens.map(({ path, module }) => [path, scriptsOf(manifest, module)])),
    ),
  )
  for (const page of prerenderedPages) {
    const rendered = await renderPage(page.path)
    const scripts = scriptsOf(manifest, page.module)
    await writePage(
      join(dist, page.path, 'index.html'),
      fill({ ...frame, rendered, scripts, path: page.path, waits: page.waits }),
    )
  }
  const unknown = await renderPage(UNKNOWN_PATH)
  await writePage(
    join(dist, '404.html'),
    fill({ ...frame, rendered: unknown, scripts: [], path: null, waits: false }),
  )
  await rm(bundle, { recursive: true, force: true })
}

/** The page vite wrote, before any of ours took its place: it is kept for a second run. */
async function readTemplate(): Promise<string> {
  const index = await readFile(join(dist, 'index.html'), 'utf8')
  if (index.includes(EMPTY_ROOT)) {
    await writeFile(join(dist, TEMPLATE), index)
    return index
  }
  return readFile(join(dist, TEMPLATE), 'utf8')
}

/** The one style sheet of the build: its link in the template, its address and its text. */
async function readStyles(
  template: string,
): Promise<{ link: string; address: string; css: string }> {
  const [link, address] = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/.exec(template) ?? []
  if (!link || !address) throw new Error('the web build has no style sheet')
  return { link, address, css: await readFile(join(dist, address), 'utf8') }
}

const EMPTY_ROOT = '<div id="root"></div>'

async function loadEntry(): Promise<Entry> {
  await build({
    root: join(repository, 'web'),
    configFile: join(repository, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: 'prerender-entry.tsx',
      outDir: bundle,
      emptyOutDir: true,
      sourcemap: false,
      manifest: false,
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'prerender-entry.js' } },
    },
    ssr: { noExternal: ['lucide-react', 'react-router'] },
  })
  return (await import(pathToFileURL(join(bundle, 'prerender-entry.js')).href)) as Entry
}

/** As a file of its own it would hold up the first paint by a round trip. The server allows it by its hash. */
async function withBootInline(html: string): Promise<string> {
  const boot = await readFile(join(dist, 'boot.js'), 'utf8')
  return html.replace('<script src="/boot.js"></script>', () => `<script>${boot.trim()}</script>`)
}

/** Both latin files are needed by the first line of text; the others load when a page has their letters. */
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

/** The app, the chunk of a page's screen and what they import: all that is needed before the page lives. */
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

interface Filling {
  template: string
  styles: { link: string; address: string; css: string }
  siteName: string
  rendered: { markup: string; head: Head }
  scripts: readonly string[]
  /** The page's own address; null where it has none. */
  path: string | null
  waits: boolean
}

/**
 * A finished page. It carries the styles it uses, so that it is painted with the first answer; the whole style sheet
 * (data-styles) and the scripts come with the app (web/start.ts).
 */
function fill({ template, styles, siteName, rendered, scripts, path, waits }: Filling): string {
  // React writes its image preloads before the markup; they belong to the head.
  const [, preloads = '', markup = ''] = /^((?:<link [^>]*>)*)(.*)$/s.exec(rendered.markup) ?? []
  const later = scripts.filter((file) => !template.includes(file))
  const head = [
    ...(preloads ? [preloads] : []),
    `<style>${usedStyles(styles.css, markup)}</style>`,
    headTags({ ...rendered.head, path }, siteName),
    ...(waits
      ? []
      : later.map((file) => `<link rel="modulepreload" crossorigin href="${file}" />`)),
  ]
  const html = [
    '<html lang="en"',
    ` data-styles="${styles.address}"`,
    waits ? ` data-waits data-scripts="${later.join(' ')}"` : '',
    '>',
  ].join('')
  return template
    .replace('<html lang="en">', () => html)
    .replace(styles.link, '')
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace(EMPTY_ROOT, () => `<div id="root">${markup}</div>`)
}

/**
 * The shell of the app's own pages: the frame that stands until it is known who is here, with the styles it uses; the
 * whole style sheet is on its way beside it, and so are the first answers (web/ask-early.ts).
 */
async function shell(
  { template, styles }: Pick<Filling, 'template' | 'styles'>,
  markup: string,
): Promise<string> {
  const head = [
    `<link rel="preload" as="style" crossorigin href="${styles.address}" />`,
    `<style>${usedStyles(styles.css, markup)}</style>`,
    SHELL_HEAD,
  ]
  const askEarly = await bundled('web/ask-early.ts')
  return template
    .replace('<html lang="en">', () => `<html lang="en" data-styles="${styles.address}">`)
    .replace(styles.link, '')
    .replace('</script>', () => `</script>\n    <script>${askEarly}</script>`)
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace(EMPTY_ROOT, () => `<div id="root" data-frame>${markup}</div>`)
}

/** A script with all it imports, for a page to carry. */
async function bundled(module: string): Promise<string> {
  const bundle = await rolldown({ input: join(repository, module), platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code.trim()
}

async function writePage(file: string, html: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, html)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prerender()
