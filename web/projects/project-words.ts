import { countText } from '#contract/paging.ts'
import type { PersonCard } from '#contract/profile-schemas.ts'
import {
  CATEGORIES,
  EDITABLE_PROJECT_STATUSES,
  type Category,
  type ProjectStatus,
} from '#contract/projects.ts'

/** A category's display name: "Fashion". */
export function categoryWord(category: Category): string {
  return category.charAt(0).toUpperCase() + category.slice(1)
}

/** All categories with their names, in the order of the spec. */
export const categoryChoices = CATEGORIES.map((value) => ({ value, word: categoryWord(value) }))

/** A brand's display name: its company, or the person behind it. */
export function shopName(seller: Pick<PersonCard, 'name' | 'company_name'>): string {
  return seller.company_name ?? seller.name
}

/** The first word of a name, for "Maya receives". */
export function firstName(person: Pick<PersonCard, 'name'> | null): string | null {
  return person ? (person.name.trim().split(/\s+/)[0] ?? person.name) : null
}

/** "1 application", "9 applications". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** "8 wanted, 3 hired": shown to everyone on a project that wants several creators. */
export const wantedWords = ({ wanted, hired }: { wanted: number; hired: number }): string =>
  `${wanted} wanted, ${hired} hired`

/** "24 open projects", "1,000+ open projects" when counting hit its limit; '' until the number is known. */
export function foundWords(
  found: { total: number | null; total_exact: boolean } | undefined,
  noun: string,
): string {
  if (found?.total == null) return ''
  const { total, total_exact: exact } = found
  return `${countText(total, exact)} ${noun}${total === 1 ? '' : 's'}`
}

/** "50+ projects" while there are more pages. */
export function loadedWords(
  list: { data?: readonly unknown[] | undefined; hasNextPage: boolean },
  noun: string,
) {
  return foundWords(list.data && { total: list.data.length, total_exact: !list.hasNextPage }, noun)
}

/** Whether the owner may still change anything: everything, or from in_progress on only additions (decision P14). */
export function isEditable({ status }: { status: ProjectStatus }): boolean {
  // A finished deal stays as agreed.
  return EDITABLE_PROJECT_STATUSES.includes(status) || status === 'in_progress'
}

/** The button that publishes a project; it names the next step where the project is posted for a creator. */
export const publishWords = {
  post: (invitee: string | null) => (invitee === null ? 'Post' : `Post and invite ${invitee}`),
  publish: (invitee: string | null) =>
    invitee === null ? 'Publish' : `Publish and invite ${invitee}`,
} as const

/** The consequences of a cancelled project, for its brand and for its creator. */
export const overWords = { postAgain: 'Post It Again', browse: 'Browse Projects' } as const

/** On a card; the full sentence is on its page. */
export const OWN_LICENCE = 'Own licence terms'
