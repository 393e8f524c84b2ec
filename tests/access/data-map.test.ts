import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ABOUT_PEOPLE, NOBODYS } from './about-people.ts'
import { columns } from './columns.ts'
import { dataMapText } from './data-map-text.ts'
import { PERSONAL } from './personal-tables.ts'

test('every table is listed with whom it is about, or as being about no one', () => {
  const said = [...Object.keys(ABOUT_PEOPLE), ...NOBODYS]
  expect(said.toSorted()).toEqual(Object.keys(columns).toSorted())
  expect(PERSONAL.filter((table) => ABOUT_PEOPLE[table] === undefined)).toEqual([])
})

test('docs/data-map.md matches the schema: `npm run data:map` writes it', () => {
  expect(readFileSync('docs/data-map.md', 'utf8')).toBe(dataMapText())
})
