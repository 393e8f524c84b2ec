import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  DRAWN_PAGES_SCRIPT,
  type KnownData,
  type PageReader,
  PART_SCRIPTS,
  type PageRenderer,
  type PageSite,
  type PartScripts,
  type RenderedForReader,
} from '#contract/pages.ts'
import type { Brought } from '#contract/personal-pages.ts'
import type { Deps } from '#server/deps/deps.ts'
import { classesIn } from './classes-in.ts'
import { inZone, minutesBehindUtcHere, type ReaderZone } from './reader-zone.ts'

/** A rendered page: the content of its root element, and tags for its `<head>`. */
export type Drawn = Awaited<ReturnType<PageRenderer['renderDrawn']>>

/** Renders the page at `path` with what it shows. Returns null when it cannot be rendered. */
export type DrawPage = (
  path: string,
  known: KnownData,
  styled: ReadonlySet<string>,
) => Promise<Drawn | null>

/**
 * Renders pages as the browser will, with the server bundle that the web build left in `folder`. Logs a failure, and a
 * class that is not among `styled`.
 */
export function pageDrawer({ config, log }: Deps, folder: string): DrawPage {
  let loading: Promise<PageRenderer> | undefined
  return async (path, known, styled) => {
    try {
      loading ??= rendererIn(folder)
      const { renderDrawn } = await loading
      const drawn = await renderDrawn(path, known, config.publicUrl, config.socialLinks)
      const bare = [...classesIn(drawn.markup)].filter((name) => !styled.has(name))
      if (bare.length > 0) throw new Error(`the page has no styles for ${bare.join(', ')}`)
      return drawn
    } catch (error) {
      log.error({ err: error, path }, 'a page could not be drawn')
      return null
    }
  }
}

/** A page for one person. */
export interface DrawnPersonal extends RenderedForReader {
  /** The browser files of the parts it uses. */
  parts: readonly string[]
  /** The URLs of all scripts that these files need. */
  scripts: readonly string[]
}

/**
 * Renders the page at `path` for the person it was read for; `reader` reads what its screens request. Returns null when
 * it cannot be rendered.
 */
export type DrawPersonal = (
  path: string,
  brought: Brought,
  reader: { zone: ReaderZone; read: PageReader },
) => Promise<DrawnPersonal | null>

/** The same for pages of one person, with the configuration values that the site states. Logs a failure. */
export function personalDrawer(
  { log }: Pick<Deps, 'log'>,
  folder: string,
  site: PageSite,
): DrawPersonal {
  let loading: Promise<PageRenderer> | undefined
  const files = partScriptsIn(folder)
  return async (path, brought, { zone, read }) => {
    try {
      loading ??= zonedRenderer(folder)
      const { renderPersonal } = await loading
      const drawn = await inZone(zone, () => renderPersonal(path, brought, site, read))
      const parts = drawn.parts.flatMap((name) => files[name] ?? [])
      return {
        ...drawn,
        parts: parts.map(({ file }) => file),
        scripts: [...new Set(parts.flatMap(({ scripts }) => scripts))],
      }
    } catch (error) {
      log.error({ err: error, path }, 'a page could not be drawn')
      return null
    }
  }
}

/** Empty in a build without pages that are rendered for their reader. */
function partScriptsIn(folder: string): PartScripts {
  const file = join(folder, PART_SCRIPTS)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PartScripts) : {}
}

const rendererIn = (folder: string) =>
  import(pathToFileURL(join(folder, DRAWN_PAGES_SCRIPT)).href) as Promise<PageRenderer>

async function zonedRenderer(folder: string): Promise<PageRenderer> {
  const renderer = await rendererIn(folder)
  renderer.readClocksBy(minutesBehindUtcHere)
  return renderer
}
