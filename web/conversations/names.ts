import type { PersonCard } from '#contract/profile-schemas.ts'

/** How people are named in conversations: a brand by its company and the person behind it, everyone else by name. */
export function spokenName(person: PersonCard): {
  name: string
  behind: string | null
  kind: 'shop' | 'person'
} {
  if (person.role !== 'seller') return { name: person.name, behind: null, kind: 'person' }
  const company = person.company_name?.trim()
  return company
    ? { name: company, behind: firstName(person.name), kind: 'shop' }
    : { name: person.name, behind: null, kind: 'shop' }
}

/** "Maya" of "Maya Okafor". */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}
