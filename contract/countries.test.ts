import { expect, test } from 'vitest'
import { COUNTRY_CODES, countriesByName, countryName } from './countries.ts'

test('the list of countries contains every country once, sorted by name', () => {
  const codes = countriesByName().map(({ code }) => code)
  expect(codes.toSorted()).toEqual(COUNTRY_CODES.toSorted())
  const names = countriesByName().map(({ name }) => name)
  expect(names).toEqual(codes.map(countryName))
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
  // Åland is sorted with A, not after Z.
  expect(codes.slice(0, 3)).toEqual(['AF', 'AX', 'AL'])
})
