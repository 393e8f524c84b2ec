import { readOwnStyles } from '#contract/own-styles.ts'
import { nextTask } from './next-task.ts'

/** How long one task inserts rules, in ms: the browser computes styles after it, and 50 ms together are a long task. */
const SLICE_MS = 25

/**
 * Completes the styles of a page that carries only its own (`data-own-styles`, scripts/used-styles.ts): inserts the
 * other rules of the sheet at `address` in their places, in several tasks. A second sheet that repeats the page's rules
 * would make browsers match every element again: 150 to 250 ms on a slow phone. Throws an Error when the sheet cannot
 * be loaded; it may then be called again.
 */
export async function completeStyles(address: string): Promise<void> {
  if (document.querySelector<HTMLLinkElement>(`link[href="${address}"]`)?.sheet) return
  const own = document.querySelector('style')?.sheet
  // On the root of a page whose styles follow from what is rendered (server/pages/personal-page.ts).
  const named = document.querySelector<HTMLElement>('[data-own-styles]')
  const { count, present } = readOwnStyles(named?.dataset['ownStyles'] ?? '')
  // A browser that does not know a selector drops its rule, and every index after it would be wrong.
  if (!own || countRules(own) !== count) return addSheet(address)
  const text = await textOf(address)
  // Decoding the text was long enough for one task.
  await nextTask()
  await insertMissing(own, text.split('\n'), present)
}

type Block = CSSStyleSheet | CSSGroupingRule

async function insertMissing(sheet: Block, lines: readonly string[], present: readonly boolean[]) {
  const rest = lines.values()
  let rule = 0
  let until = performance.now() + SLICE_MS
  /** Consumes the lines of one block, with its inner blocks. */
  async function complete(block: Block): Promise<void> {
    let at = 0
    for (const line of rest) {
      if (line === '}') return
      if (line.endsWith('{')) await complete(block.cssRules[at++] as CSSGroupingRule)
      else if (present[rule++] || insert(block, line, at)) at += 1
      if (performance.now() < until) continue
      await nextTask()
      until = performance.now() + SLICE_MS
    }
  }
  await complete(sheet)
}

/** False when the browser does not know the rule. */
function insert(block: Block, rule: string, at: number): boolean {
  try {
    block.insertRule(rule, at)
    return true
  } catch {
    return false
  }
}

function countRules({ cssRules }: Block): number {
  let count = cssRules.length
  for (const rule of cssRules) if (isBlock(rule)) count += countRules(rule)
  return count
}

/** Page rules have margins, which count as rules of their own. */
const isBlock = (rule: CSSRule): rule is CSSGroupingRule =>
  rule instanceof CSSGroupingRule && !(rule instanceof CSSPageRule)

async function textOf(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw notLoaded(response.url)
  // On a slow phone, the response's own text() runs in one task of 60 to 110 ms; its blob's does not.
  return (await response.blob()).text()
}

function addSheet(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = address
    link.crossOrigin = ''
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => {
      link.remove()
      reject(notLoaded(link.href))
    })
    document.head.append(link)
  })
}

/** Names the address, so that it can be probed (web/connection/patiently.ts). */
const notLoaded = (address: string) => new Error(`${address} could not be loaded`)
