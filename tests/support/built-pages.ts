import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DRAWN_PAGES_SCRIPT, SHELL_HEAD } from '#contract/pages.ts'
import { PERSONAL_PAGE_NAMES, personalClasses, personalFile } from '#contract/personal-pages.ts'

/** The start of a built page in these tests, so that a test can tell the frame from a person's page. */
export const FRAME = '<div id="root" data-frame><p>frame</p></div>'

/**
 * A renderer that writes whom it renders for. The person's name can make it fail, use a class without styles, or read a
 * hundred things, one of them twice, and something that is not a read.
 */
const RENDERER = `export function readClocksBy() {}
export async function renderPersonal(path, { personId, answers }, { origin }, read) {
  const me = answers.find(({ key }) => key === 'profiles.me').body
  if (me.name === 'Undrawable') throw new Error('cannot draw this')
  const part = me.name === 'Undressed' ? 'new-part' : 'name'
  if (me.name === 'Greedy') {
    await Promise.all(['blocks.list', 'blocks.list', 'messages.read'].map((key) => read({ key })))
    for (let n = 0; n < 100; n += 1) await read({ key: 'projects.get', input: { params: { id: String(n) } } })
  }
  const markup = '<h1 class="' + part + '">' + path + ' for ' + personId + '</h1>'
  return { preloads: '', markup, parts: [] }
}`

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
    `<html data-styles="/assets/all.css"><head><style>h1{color:red}</style>${SHELL_HEAD}</head><body>${root}</body></html>`
  write('app.html', page(FRAME))
  for (const name of PERSONAL_PAGE_NAMES) {
    write(personalFile(name), page('<div id="root"></div>'))
    write(personalClasses(name), '["new-part"]')
  }
  write(DRAWN_PAGES_SCRIPT, RENDERER)
  return { web, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
