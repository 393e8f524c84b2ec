import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/profiles.ts'
import { paths } from '#contract/paths.ts'
import { isCurrent, navigationLinks } from './navigation.ts'

const current = (role: Role, pathname: string, section: string | null = null) =>
  navigationLinks(role)
    .filter((link) => isCurrent(link, pathname, section))
    .map(({ label }) => label)

describe('the link of the current page', () => {
  test('a page’s own link, and the one above it', () => {
    expect(current('creator', paths.projects)).toEqual(['Browse Projects'])
    expect(current('creator', paths.conversation('c'))).toEqual(['Messages'])
    expect(current('seller', paths.project('p'))).toEqual(['My Projects'])
    expect(current('seller', paths.settings)).toEqual([])
  })

  test('a project says itself whether a creator browses it or works on it; until then there is none', () => {
    const page = paths.project('p')
    expect(current('creator', page)).toEqual([])
    expect(current('creator', page, paths.projects)).toEqual(['Browse Projects'])
    expect(current('creator', page, paths.myApplications)).toEqual(['My Applications'])
    expect(current('seller', page, paths.projects)).toEqual([])
  })
})
