import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DRAWN_PAGES_SCRIPT, SHEET_RULES, SHELL_HEAD, STYLES_MARK } from '#contract/pages.ts'
import { PERSONAL_PAGE_NAMES, personalFile } from '#contract/personal-pages.ts'
import type { SheetPart } from '#server/pages/page-styles.ts'

/** The start of a built page in these tests, so that a test can tell the frame from a person's page. */
export const FRAME = '<div id="root" data-frame><p>frame</p></div>'

/**
 * A renderer that writes whom it renders for. The person's name can make it fail, show another part, or read a hundred
 * things, one of them twice, and something that is not a read.
 */
const RENDERER = `export function readClocksBy() {}
export async function renderPersonal(path, { personId, answers }, { origin }, read) {
  const me = answers.find(({ key }) => key === 'profiles.me').body
  if (me.name === 'Undrawable') throw new Error('cannot draw this')
  const part = me.name === 'Other part' ? 'other-part' : 'name'
  if (me.name === 'Greedy') {
    await Promise.all(['blocks.list', 'blocks.list', 'messages.read'].map((key) => read({ key })))
    for (let n = 0; n < 100; n += 1) await read({ key: 'projects.get', input: { params: { id: String(n) } } })
  }
  const markup = '<h1 class="' + part + '">' + path + ' for ' + personId + '</h1>'
  return { preloads: '', markup, parts: [] }
}`

const SHEET: readonly SheetPart[] = [
  { css: 'h1{color:red}', needs: [[]] },
  { opening: '@media print', rules: [{ css: '.name{top:0}', needs: [['name']] }] },
  { css: '.other-part{top:0}', needs: [['other-part']] },
  { css: '.strip{top:0}', needs: [['strip']] },
]

/**
 * The part of a web build that rendering pages for one person needs, in a folder of its own; call `remove` when done.
 */
export function builtPages(): { web: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-personal-'))
  const web = join(folder, 'web')
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(web, file)), { recursive: true })
    writeFileSync(join(web, file), text)
  }
  const page = (root: string) =>
    `<html data-styles="/assets/all.css"><head>${STYLES_MARK}<style>@layer late{}</style>${SHELL_HEAD}</head><body>${root}<p class="strip"></p></body></html>`
  write('app.html', page(FRAME))
  for (const name of PERSONAL_PAGE_NAMES) write(personalFile(name), page('<div id="root"></div>'))
  write(SHEET_RULES, JSON.stringify(SHEET))
  write(DRAWN_PAGES_SCRIPT, RENDERER)
  return { web, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
