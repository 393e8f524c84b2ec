import { describe, expect, test } from 'vitest'
import type { Role } from '#contract/profiles.ts'
import { paths } from '#contract/paths.ts'
import { isCurrent, navigationLinks } from './navigation.ts'

const current = (role: Role, pathname: string, section: string | null = null) =>
  navigationLinks(role)
    .filter((link) => isCurrent(link, pathname, section))
    .map(({ label }) => label)

describe('the current navigation link', () => {
  test('is the link of the page itself or of its parent page', () => {
    expect(current('creator', paths.projects)).toEqual(['Browse Projects'])
    expect(current('creator', paths.conversation('c'))).toEqual(['Messages'])
    expect(current('seller', paths.project('p'))).toEqual(['My Projects'])
    expect(current('seller', paths.settings)).toEqual([])
  })

  test('on a creator’s project page is the section that the page names, and none until then', () => {
    const page = paths.project('p')
    expect(current('creator', page)).toEqual([])
    expect(current('creator', page, paths.projects)).toEqual(['Browse Projects'])
    expect(current('creator', page, paths.myApplications)).toEqual(['My Applications'])
    expect(current('seller', page, paths.projects)).toEqual([])
  })
})
