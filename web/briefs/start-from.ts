import type { BriefDraft } from './brief-draft.ts'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isEmpty = (value: unknown) => value === '' || value === null || isSame(value, [])

/**
 * Starts a brief over from another template: what the brand has changed since it started from `from` stays, and the
 * rest is the new template's. So trying templates loses nothing that was typed.
 */
export function startFrom(
  current: BriefDraft | null,
  from: BriefDraft | null,
  to: BriefDraft,
): BriefDraft {
  if (current === null) return to
  const kept = Object.entries(current).filter(
    ([field, value]) =>
      !isEmpty(value) && (from === null || !isSame(value, from[field as keyof BriefDraft])),
  )
  return { ...to, ...(Object.fromEntries(kept) as Partial<BriefDraft>), template: to.template }
}
