import { expect, test } from 'vitest'
import { COUNTRIES, COUNTRY_CODES, countryName } from './countries.ts'

test('the list of countries contains every country once, sorted by name', () => {
  expect(COUNTRIES).toHaveLength(249)
  const codes = COUNTRIES.map(({ code }) => code)
  expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
  expect(COUNTRY_CODES).toEqual([...new Set(codes)].toSorted())
  const names = COUNTRIES.map(({ name }) => name)
  expect(names).toEqual(codes.map(countryName))
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  // Åland is sorted with A, not after Z.
  expect(codes.slice(0, 3)).toEqual(['AF', 'AX', 'AL'])
})

test('no country has the name of another', () => {
  // The runtime's own names may be those of another year.
  const known = new Intl.DisplayNames(['en'], { type: 'region' })
  const codeOf = new Map(COUNTRY_CODES.map((code) => [known.of(code), code]))
  expect(COUNTRIES.filter(({ code, name }) => (codeOf.get(name) ?? code) !== code)).toEqual([])
})
