import { EMPTY_ROOT, SHELL_HEAD } from '#contract/pages.ts'
import { type UsedStyles, usedStyles } from './used-styles.ts'

/** React's output: the content of the root, and tags for `<head>`. */
export interface Rendered {
  markup: string
  preloads: string
}

/** What all pages of a build share. */
export interface Frame {
  template: string
  styles: { link: string; address: string; css: string }
  /** The script that makes a signed-in person's first calls. */
  askEarly: string
}

interface Filling extends Rendered {
  /** The page's own tags of `<head>`. */
  head: string
  scripts: readonly string[]
  /** True when the page's first script decides when the app loads; otherwise the app loads at once. */
  waits: boolean
  /** The markup whose styles it carries, when that is filled in later. */
  dressed?: string
}

/** Returns the manifest of the installed app, under the product's own name. Throws SyntaxError for invalid JSON. */
export const namedManifest = (manifest: string, name: string): string =>
  JSON.stringify({ ...(JSON.parse(manifest) as object), name, short_name: name })

/**
 * Builds a finished page. It carries the styles it uses, so that it paints with the first response; the complete style
 * sheet (data-styles) and the scripts come with the app (web/start-up/first-script.ts).
 */
export function fill(
  { template, styles }: Omit<Frame, 'askEarly'>,
  { markup, preloads, head, scripts, waits, dressed = markup }: Filling,
): string {
  const later = scripts.filter((file) => !template.includes(file))
  const used = usedStyles(styles.css, template + dressed)
  const tags = [
    ...(preloads ? [preloads] : []),
    ...styleElements(used),
    head,
    ...(waits
      ? []
      : later.map((file) => `<link rel="modulepreload" crossorigin href="${file}" />`)),
  ]
  const html = [
    '<html lang="en"',
    ` ${styleData(styles.address, used)}`,
    waits ? ` data-waits data-scripts="${later.join(' ')}"` : '',
    '>',
  ].join('')
  return laidOutFirst(waits ? withLaterScript(template) : template)
    .replace('<html lang="en">', () => html)
    .replace(styles.link, '')
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace(EMPTY_ROOT, () => `<div id="root">${markup}</div>`)
}

/** The address of the complete style sheet, and which of its rules the page has (web/start-up/complete-styles.ts). */
const styleData = (address: string, { own }: UsedStyles) =>
  `data-styles="${address}" data-own-styles="${own}"`

/** The first one is completed. */
const styleElements = ({ css, apart }: UsedStyles) =>
  [css, apart].map((sheet) => `<style>${sheet}</style>`)

/** Everything that only waits for the reader leaves the bandwidth to fonts and pictures. */
const withLaterScript = (html: string) =>
  html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')

/**
 * Ends with a script that forces layout: browsers delay the first paint for preloaded fonts, and are idle in the
 * meantime.
 */
const laidOutFirst = (html: string) =>
  html.replace('</body>', () => '<script>document.body.offsetHeight</script>\n  </body>')

/**
 * Builds the shell of the app's own pages: the frame shown until the session is known, with the styles it uses; the
 * complete style sheet loads in parallel, and so does the first data (web/start-up/first-calls-script.ts).
 */
export function shell({ template, styles, askEarly }: Frame, markup: string): string {
  const used = usedStyles(styles.css, template + markup)
  const head = [
    `<link rel="preload" as="fetch" crossorigin href="${styles.address}" />`,
    ...styleElements(used),
  ]
  return (
    withScript(template, askEarly)
      // Before the scripts: it names what a role needs in addition.
      .replace('<script>', () => `${SHELL_HEAD}\n    <script>`)
      .replace('<html lang="en">', () => `<html lang="en" ${styleData(styles.address, used)}>`)
      .replace(styles.link, '')
      .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
      .replace(EMPTY_ROOT, () => `<div id="root" data-frame>${markup}</div>`)
  )
}

/** With a script after the first one, which reports whether a session is stored. */
export const withScript = (html: string, code: string) =>
  html.replace('</script>', () => `</script>\n    <script>${code}</script>`)
