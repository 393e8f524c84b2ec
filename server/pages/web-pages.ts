import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  APP_FILE,
  APP_PAGES,
  CONSOLE_FILE,
  DRAWN_PAGES,
  type DrawnPageName,
  EMPTY_ROOT,
  KNOWN_DATA_ID,
  NOT_FOUND_FILE,
  ORIGIN_MARK,
  pageFile,
  PUBLIC_PAGES,
  roleScripts,
  type ScreenScripts,
  SHEET_RULES,
  SHELL_HEAD,
  SHELL_SCRIPTS,
  STYLES_MARK,
} from '#contract/pages.ts'
import { paths } from '#contract/paths.ts'
import {
  PERSONAL_PAGE_NAMES,
  PERSONAL_PAGES,
  personalFile,
  type PersonalPage,
  type PersonalPageName,
} from '#contract/personal-pages.ts'
import { ROLES } from '#contract/profiles.ts'
import type { Config } from '#server/config/config.ts'
import type { Drawn } from './draw-page.ts'
import { withEmailChange } from './email-change.ts'
import { withFeeTerms } from './fee-terms.ts'
import { type HtmlPage, inlineHashes, pack, type PageResources } from './html-answer.ts'
import type { SheetPart } from './page-styles.ts'
import { withMinimumPrice } from './price-minimum.ts'
import { headTags, type PageHead } from './page-head.ts'
import { preloadLinks } from './preload-links.ts'
import { withReviewOutcome } from './review-outcome.ts'
import { withSignUpRules } from './sign-up-rules.ts'
import { withSocialLinks } from './social-links.ts'

/** The pages of the web build, read once. */
export interface WebPages {
  /** Prerendered public pages by path. */
  publicPages: ReadonlyMap<string, HtmlPage>
  /** Shells of pages behind the sign-in by path. */
  appPages: ReadonlyMap<string, HtmlPage>
  notFound: HtmlPage
  /** Returns the shell of `page` with a head of its own and with `extra` before the app's root. */
  shell(page: (typeof APP_PAGES)[number], head: PageHead, extra?: string): HtmlPage
  /** The pages to fill with their data; null in a build without them. */
  drawn: Readonly<Record<DrawnPageName, DrawnTemplate | null>>
  /** The pages to fill for one person; null in a build without them. */
  personal: Readonly<Record<PersonalPageName, PersonalTemplate | null>>
}

/** A page that is sent in parts. */
export interface PersonalTemplate extends PageResources {
  /** The complete style sheet. */
  sheet: readonly SheetPart[]
  /** Everything before the page's own styles, between them and the app's root, and after the root. */
  before: string
  between: string
  after: string
  /** Replaces the root and what follows: the frame of the app, which requests its own data. */
  frame: string
  /** Loads the styles of every class before the content after it is shown. */
  wholeStyles: string
}

/** A finished page without its content. */
interface DrawnTemplate {
  /** The classes that it has styles for. */
  styled: ReadonlySet<string>
  /** Returns the page, with `extra` after the app's root. */
  fill(head: PageHead, drawn: Drawn, extra: string): HtmlPage
}

const ROOT = '<div id="root"'

/**
 * Lets the browser paint once the page's data has begun to arrive, which follows the content. Chromium looks for the
 * element's start tag only. A browser that does not know the link paints what has arrived.
 */
const PAINT_WHOLE = `<link rel="expect" href="#${KNOWN_DATA_ID}" blocking="render" />\n    `

/** The configuration that pages display. */
type SiteFacts = Pick<
  Config,
  | 'publicUrl'
  | 'privateFilesUrl'
  | 'brandName'
  | 'socialLinks'
  | 'reviewWindowOutcome'
  | 'feeTerms'
  | 'minimumPriceCents'
  | 'auth'
>

/** Reads the build in `folder` and inserts the configuration: the site's own address and its social links. */
export function readWebPages(
  folder: string,
  {
    publicUrl,
    privateFilesUrl: filesUrl,
    brandName: siteName,
    socialLinks,
    reviewWindowOutcome,
    feeTerms,
    minimumPriceCents,
    auth,
  }: SiteFacts,
): WebPages {
  const has = (file: string) => existsSync(join(folder, file))
  const withOrigin = (html: string) => html.replaceAll(ORIGIN_MARK, publicUrl)
  const read = (file: string) =>
    withFeeTerms(
      withReviewOutcome(
        withEmailChange(
          withSignUpRules(
            withMinimumPrice(
              withSocialLinks(
                withOrigin(readFileSync(join(folder, has(file) ? file : APP_FILE), 'utf8')),
                socialLinks,
              ),
              minimumPriceCents,
            ),
            auth,
          ),
          auth.secureEmailChange ? 'both' : 'new',
        ),
        reviewWindowOutcome,
      ),
      feeTerms,
    )
  /** Absent from a build that was not prerendered. */
  const readList = (file: string): unknown =>
    has(file) ? JSON.parse(readFileSync(join(folder, file), 'utf8')) : undefined
  const tagsOf = (head: PageHead) => `${withOrigin(headTags(head, siteName))}\n    `

  /** Returns a page with `head` in its head, and with `there` replacing `mark` in its body. */
  function fillable(template: string, mark: string): (head: string, there: string) => HtmlPage {
    const [before = '', body = ''] = template.split(SHELL_HEAD)
    const [between = '', ...after] = body.split(mark)
    // A filled page contains people's words: only the template decides which inline elements and preloads are allowed.
    const inline = inlineHashes(template)
    const links = preloadLinks(template)
    return (head, there) => ({
      ...pack(before + head + between + there + after.join(mark), 4),
      ...inline,
      links,
      filesUrl,
    })
  }

  const sheet = (readList(SHEET_RULES) ?? []) as SheetPart[]
  const fillShell = fillable(read(APP_FILE), ROOT)
  const fillConsole = fillable(read(CONSOLE_FILE), ROOT)
  const scripts = (readList(SHELL_SCRIPTS) ?? {}) as Partial<Record<string, ScreenScripts>>
  function shell(page: (typeof APP_PAGES)[number], head: PageHead, extra = ''): HtmlPage {
    const { all = [], of: besides } = scripts[page] ?? {}
    const tags = [
      // The frame works without them: its fonts and the first responses take priority.
      ...all.map(
        (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}" />`,
      ),
      // Requested by pages that find a session of that role (web/start-up/first-calls.ts).
      ...ROLES.flatMap((role) =>
        besides
          ? [`<meta name="${roleScripts(role)}" content="${besides[role].join(' ')}" />`]
          : [],
      ),
    ]
    const fill = page.startsWith(paths.operator) ? fillConsole : fillShell
    return fill(tagsOf(head) + tags.join('\n    '), extra + ROOT)
  }

  function drawnTemplate(name: DrawnPageName): DrawnTemplate | null {
    const { file, classes } = DRAWN_PAGES[name]
    if (!has(file)) return null
    const fill = fillable(read(file), EMPTY_ROOT)
    return {
      styled: new Set(readList(classes) as string[]),
      fill: (head, { markup, preloads }, extra) =>
        fill(tagsOf(head) + preloads, `${ROOT}>${markup}</div>${extra}`),
    }
  }

  function personalTemplate(name: PersonalPageName): PersonalTemplate | null {
    const file = personalFile(name)
    if (!has(file)) return null
    const html = read(file)
    const { title, paintsWhole }: PersonalPage = PERSONAL_PAGES[name]
    const tags = tagsOf({ title: `${title} · ${siteName}`, path: null })
    const [head = '', after = ''] = html
      .replace(SHELL_HEAD, () => (paintsWhole ? tags + PAINT_WHOLE : tags))
      .split(EMPTY_ROOT)
    const [before = '', between = ''] = head.split(STYLES_MARK)
    const app = read(APP_FILE)
    const styles = /data-styles="([^"]+)"/.exec(html)?.[1] ?? ''
    return {
      ...inlineHashes(before + between + after),
      links: preloadLinks(html),
      filesUrl,
      sheet,
      before,
      between,
      after,
      frame: app.slice(app.indexOf(ROOT)),
      wholeStyles: `<link rel="stylesheet" crossorigin href="${styles}" />`,
    }
  }

  return {
    publicPages: new Map(PUBLIC_PAGES.map((page) => [page, built(read(pageFile(page)), filesUrl)])),
    appPages: new Map(
      APP_PAGES.map((page) => [page, shell(page, { title: siteName, path: null })]),
    ),
    notFound: built(read(NOT_FOUND_FILE), filesUrl),
    shell,
    drawn: { profile: drawnTemplate('profile'), licence: drawnTemplate('licence') },
    personal: Object.fromEntries(
      PERSONAL_PAGE_NAMES.map((name) => [name, personalTemplate(name)]),
    ) as WebPages['personal'],
  }
}

const built = (html: string, filesUrl: string | null): HtmlPage => ({
  ...pack(html, 11),
  ...inlineHashes(html),
  links: preloadLinks(html),
  filesUrl,
})
