import { KNOWN_DATA_ID } from '#contract/pages.ts'
import type { Brought } from '#contract/personal-pages.ts'
import { patiently } from '#web/connection/patiently.ts'
import { knownParts, type Part } from '#web/ui/lazy-component.tsx'
import { lateParts } from '#web/ui/shown-parts.ts'

/**
 * Returns whether the page can be taken over as the server rendered it for its reader: every part shown in it is
 * loaded, the clocks agree, and nothing on it was begun before. Otherwise it is rendered again, with the data that came
 * with it.
 */
export async function standsAsWritten(brought: Brought): Promise<boolean> {
  const hasParts = await loadParts(brought.parts ?? [])
  const stands = hasParts && isForThisZone(brought) && !hasUnfinished(brought)
  // A page that is rendered again has no markup that could stand for them: what follows them would move up, and back.
  if (!stands) await Promise.all([...lateParts].map((load) => patiently(load).catch(() => {})))
  return stands
}

/**
 * Loads the parts shown in the page, by their files, including those that become known as others load. Returns whether
 * all of them are loaded.
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

/** Whether the clocks in this browser agree with the page. */
const isForThisZone = ({ clocks }: Brought): boolean =>
  clocks.every(([at, minutes]) => new Date(at).getTimezoneOffset() === minutes)

/**
 * Drafts, and uploads that can be resumed. Not those of forms that are elsewhere or open later; a message's draft is
 * inserted after the page was taken over in any case (useDraft).
 */
const KEPT = /^(cartwright-draft:[^:]*:(?!(?:message|project|invite|again|template)-)|tus::)/
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/**
 * Something that the page shows was typed or uploaded here before: the server does not know of it and rendered empty
 * forms.
 */
function hasUnfinished({ personId }: Brought): boolean {
  const shown = document.getElementById(KNOWN_DATA_ID)?.textContent ?? ''
  const isShown = (key: string) =>
    key.match(ID)?.some((id) => id !== personId && shown.includes(id)) === true
  try {
    return [sessionStorage, localStorage].some((storage) =>
      Object.keys(storage).some((key) => KEPT.test(key) && isShown(key)),
    )
  } catch {
    // Storage is disabled, so there is nothing in it.
    return false
  }
}
