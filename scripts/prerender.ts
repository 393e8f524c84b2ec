import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Manifest } from 'vite'

/** What web/prerender-entry.tsx exports, which is only known once it is bundled. */
interface Entry {
  prerenderedPages: readonly { path: string; module: string }[]
  renderPage: (
    path: string,
  ) => Promise<{ markup: string; head: { title: string; description?: string } }>
}

const repository = fileURLToPath(new URL('..', import.meta.url))
const dist = join(repository, 'dist/web')
const bundle = join(repository, 'dist/prerender')

/** The address that no route knows: its page is what unknown paths get. */
const UNKNOWN_PATH = '/not-a-page'

/**
 * Writes the public pages into dist/web after the web build: <path>/index.html each, 404.html for unknown
 * paths, and app.html, the empty shell of everything behind the sign-in. Throws when a page cannot be
 * rendered or the build left no index.html.
 */
export async function prerender(): Promise<void> {
  const template = await withFontsPreloaded(await readTemplate())
  const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'))
  const { prerenderedPages, renderPage } = await loadEntry()

  await writeFile(join(dist, 'app.html'), template)
  for (const { path, module } of prerenderedPages) {
    const page = await renderPage(path)
    await writePage(
      join(dist, path, 'index.html'),
      fill(template, page, scriptsOf(manifest, module)),
    )
  }
  await writePage(join(dist, '404.html'), fill(template, await renderPage(UNKNOWN_PATH), []))
  await rm(bundle, { recursive: true, force: true })
}

/** The page vite wrote, before any of ours took its place: app.html keeps it for a second run. */
async function readTemplate(): Promise<string> {
  const index = await readFile(join(dist, 'index.html'), 'utf8')
  if (index.includes(EMPTY_ROOT)) return index
  return readFile(join(dist, 'app.html'), 'utf8')
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
    ssr: { noExternal: ['lucide-react', 'radix-ui', 'react-router'] },
  })
  return (await import(pathToFileURL(join(bundle, 'prerender-entry.js')).href)) as Entry
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

/** The chunk of a page's screen and what it imports, so that they load beside the entry, not after it. */
function scriptsOf(manifest: Manifest, module: string): string[] {
  const found = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || chunk.isEntry || found.has(chunk.file)) return
    found.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  if (!manifest[module]) throw new Error(`${module} is not a chunk of the web build`)
  visit(module)
  return [...found]
}

function fill(
  template: string,
  page: { markup: string; head: { title: string; description?: string } },
  scripts: readonly string[],
): string {
  // React writes its image preloads before the markup; they belong to the head.
  const [, preloads = '', markup = ''] = /^((?:<link [^>]*>)*)(.*)$/s.exec(page.markup) ?? []
  const head = [
    `<title>${escape(page.head.title)}</title>`,
    ...(page.head.description
      ? [`<meta name="description" content="${escape(page.head.description)}" />`]
      : []),
    ...(preloads ? [preloads] : []),
    ...scripts
      .filter((file) => !template.includes(file))
      .map((file) => `<link rel="modulepreload" crossorigin href="/${file}" />`),
  ]
  return template
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace(EMPTY_ROOT, () => `<div id="root">${markup}</div>`)
}

async function writePage(file: string, html: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, html)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prerender()
