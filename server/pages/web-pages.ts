import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  APP_FILE,
  APP_PAGES,
  NOT_FOUND_FILE,
  ORIGIN_MARK,
  pageFile,
  PUBLIC_PAGES,
  SHELL_HEAD,
  SHELL_SCRIPTS,
} from '#contract/pages.ts'
import { type HtmlPage, inlineScriptHashes, pack } from './html-answer.ts'
import { headTags, type PageHead } from './page-head.ts'
import { preloadLinks } from './preload-links.ts'

/** The pages of the web build, read once. */
export interface WebPages {
  /** By address: the finished public pages. */
  publicPages: ReadonlyMap<string, HtmlPage>
  /** By address: the shell of a page behind the sign-in. */
  appPages: ReadonlyMap<string, HtmlPage>
  notFound: HtmlPage
  /** The shell of `page` with a head of its own and, before the app's root, `extra`. */
  shell(page: (typeof APP_PAGES)[number], head: PageHead, extra?: string): string
  /** Packs a page made with `shell`. */
  packShell(html: string): HtmlPage
}

/** Reads the build in `folder` and writes the site's own address (no trailing slash) into it. */
export function readWebPages(folder: string, publicUrl: string, siteName: string): WebPages {
  const read = (file: string) =>
    readFileSync(join(folder, existsSync(join(folder, file)) ? file : APP_FILE), 'utf8')
  const withOrigin = (html: string) => html.replaceAll(ORIGIN_MARK, publicUrl)
  const template = read(APP_FILE)
  const scripts = readScripts(join(folder, SHELL_SCRIPTS))

  function shell(page: (typeof APP_PAGES)[number], head: PageHead, extra = ''): string {
    const preloads = (scripts[page] ?? [])
      // The frame stands without them: its fonts and the first answers come before.
      .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}" />`)
      .join('\n    ')
    // By functions: in a replacement text "$&", which a person may have written, would mean something.
    return withOrigin(template)
      .replace(SHELL_HEAD, () => withOriginIn(headTags(head, siteName)) + preloads)
      .replace('<div id="root"', (root) => extra + root)
  }

  // What people wrote is in a filled shell: only the template says which scripts may run.
  const scriptsOfShell = inlineScriptHashes(template)
  const linksOfShell = preloadLinks(template)
  const packShell = (html: string) => ({
    ...pack(html, 4),
    scripts: scriptsOfShell,
    links: linksOfShell,
  })

  const withOriginIn = (tags: string) => `${withOrigin(tags)}\n    `
  return {
    publicPages: new Map(
      PUBLIC_PAGES.map((page) => [page, built(withOrigin(read(pageFile(page))))]),
    ),
    appPages: new Map(
      APP_PAGES.map((page) => [page, packShell(shell(page, { title: siteName, path: null }))]),
    ),
    notFound: built(withOrigin(read(NOT_FOUND_FILE))),
    shell,
    packShell,
  }
}

const built = (html: string): HtmlPage => ({
  ...pack(html, 11),
  scripts: inlineScriptHashes(html),
  links: preloadLinks(html),
})

/** Absent from a build that was not prerendered. */
function readScripts(file: string): Partial<Record<string, string[]>> {
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>)
    : {}
}
