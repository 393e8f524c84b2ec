import { KNOWN_DATA_ID } from '#contract/pages.ts'
import type { Brought } from '#contract/personal-pages.ts'
import { patiently } from '#web/connection/patiently.ts'
import { knownParts, type Part } from '#web/ui/lazy-component.tsx'

/**
 * Whether the page can be taken over as the server wrote it for its reader: every part that stands there is here, the
 * clocks say the same, and nothing on it was begun before. It is rendered again otherwise, with what came along.
 */
export async function standsAsWritten(brought: Brought): Promise<boolean> {
  const hasParts = await loadParts(brought.parts ?? [])
  return hasParts && isForThisZone(brought) && !hasUnfinished(brought)
}

/**
 * Loads the parts that stand in the page, by their files, also those that become known as others load. Returns whether all
 * of them are here.
 */
async function loadParts(files: readonly string[]): Promise<boolean> {
  const begun = new Set<Part>()
  const missing = new Set(files)
  const fileOf = ({ source }: Part) => files.find((file) => String(source).includes(file))
  const due = () => knownParts().filter((part) => !begun.has(part) && fileOf(part) !== undefined)
  for (let next = due(); next.length > 0; next = due())
    await Promise.all(
      next.map(async (part) => {
        begun.add(part)
        try {
          await patiently(part.load)
          missing.delete(fileOf(part) ?? '')
        } catch {
          // A definitive failure is reported where the part is shown.
        }
      }),
    )
  return missing.size === 0
}

/** Whether the clocks here say what the page says. */
const isForThisZone = ({ clocks }: Brought): boolean =>
  clocks.every(([at, minutes]) => new Date(at).getTimezoneOffset() === minutes)

/**
 * Drafts, and uploads that can go on. Not those of forms that stand elsewhere or open later; a message's is put in after
 * the page was taken over in any case (useDraft).
 */
const KEPT = /^(cartwright-draft:[^:]*:(?!(?:message|project|invite|again|template)-)|tus::)/
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Something that the page shows was typed or uploaded for here before: a server that knows nothing of it wrote empty forms. */
function hasUnfinished({ personId }: Brought): boolean {
  const shown = document.getElementById(KNOWN_DATA_ID)?.textContent ?? ''
  const isShown = (key: string) =>
    key.match(ID)?.some((id) => id !== personId && shown.includes(id)) === true
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((key) => KEPT.test(key) && isShown(key)),
    )
  } catch {
    // Storage is disabled: there is nothing in it.
    return false
  }
}
