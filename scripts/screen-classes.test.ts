import { expect, test } from 'vitest'
import { fileMark } from './file-mark.ts'
import { classesOf } from './screen-classes.ts'

const sheet = (name: string) => `${import.meta.dirname}/${name}.module.css`
const classIn = (name: string, file: string) => `${name}_${fileMark(sheet(file))}`

const css = [
  '.wrap{margin:0 .5rem}',
  `.${classIn('card', 'card')}:hover,.${classIn('gone', 'gone')}{color:red}`,
  `@media (min-width:1px){.${classIn('badge', 'badge')}.w\\:1{color:blue}}`,
].join('')
const graph = new Map<string, string[]>([
  ['screen', ['card', 'screen']],
  ['card', [sheet('card'), 'badge']],
  ['badge', [sheet('badge'), 'card']],
  ['elsewhere', [sheet('gone')]],
  ...['card', 'badge', 'gone'].map((name): [string, string[]] => [sheet(name), []]),
])

test('a page has the classes of its screen’s imports, and those that belong to no component', () => {
  const { own, foreign } = classesOf(css, graph, ['screen'])
  const expected = ['wrap', classIn('card', 'card'), classIn('badge', 'badge'), 'w:1']
  expect(own.toSorted()).toEqual(expected.toSorted())
  expect(foreign).toEqual([classIn('gone', 'gone')])
})

test('a screen that is not in the build throws an error', () => {
  expect(() => classesOf(css, graph, ['nowhere'])).toThrow('nowhere is not part of the build')
})
