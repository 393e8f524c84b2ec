import { EMPTY_ROOT, SHELL_HEAD } from '#contract/pages.ts'
import { usedStyles } from './used-styles.ts'

/** What React drew: what goes into the root, and tags for `<head>`. */
export interface Rendered {
  markup: string
  preloads: string
}

/** What all pages of a build have in common. */
export interface Frame {
  template: string
  styles: { link: string; address: string; css: string }
  /** The script that makes the first calls of somebody signed in. */
  askEarly: string
}

interface Filling extends Rendered {
  /** The tags of `<head>` that are the page's own. */
  head: string
  scripts: readonly string[]
  /** The app is loaded when the reader is about to use something; otherwise at once. */
  waits: boolean
  /** The markup it carries the styles of, where that is yet to be filled in. */
  dressed?: string
}

/**
 * A finished page. It carries the styles it uses, so that it is painted with the first answer; the whole style sheet
 * (data-styles) and the scripts come with the app (web/start-up/first-script.ts).
 */
export function fill(
  { template, styles }: Omit<Frame, 'askEarly'>,
  { markup, preloads, head, scripts, waits, dressed = markup }: Filling,
): string {
  const later = scripts.filter((file) => !template.includes(file))
  const tags = [
    ...(preloads ? [preloads] : []),
    `<style>${usedStyles(styles.css, dressed)}</style>`,
    head,
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
  return laidOutFirst(waits ? withLaterScript(template) : template)
    .replace('<html lang="en">', () => html)
    .replace(styles.link, '')
    .replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`)
    .replace(EMPTY_ROOT, () => `<div id="root">${markup}</div>`)
}

/** What only waits for its reader leaves the line to fonts and pictures. */
const withLaterScript = (html: string) =>
  html.replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')

/**
 * With a script behind all that is shown that has the page laid out: browsers hold the first paint back a moment
 * for fonts that are asked for early, and do nothing meanwhile.
 */
const laidOutFirst = (html: string) =>
  html.replace('</body>', () => '<script>document.body.offsetHeight</script>\n  </body>')

/**
 * The shell of the app's own pages: the frame that stands until it is known who is here, with the styles it uses; the
 * whole style sheet is on its way beside it, and so are the first answers (web/start-up/first-calls-script.ts).
 */
export function shell({ template, styles, askEarly }: Frame, markup: string): string {
  const head = [
    `<link rel="preload" as="style" crossorigin href="${styles.address}" />`,
    `<style>${usedStyles(styles.css, markup)}</style>`,
  ]
  return (
    withScript(template, askEarly)
      // In front of the scripts: what a role needs besides is named in it.
      .replace('<script>', () => `${SHELL_HEAD}\n    <script>`)
      .replace('<html lang="en">', () => `<html lang="en" data-styles="${styles.address}">`)
      .replace(styles.link, '')
      .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
      .replace(EMPTY_ROOT, () => `<div id="root" data-frame>${markup}</div>`)
  )
}

/** With a script behind the first one, which tells whether a session is stored. */
export const withScript = (html: string, code: string) =>
  html.replace('</script>', () => `</script>\n    <script>${code}</script>`)
