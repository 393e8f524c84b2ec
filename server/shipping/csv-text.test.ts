import { expect, test } from 'vitest'
import { csvText, readCsv } from './csv-text.ts'

const cellsOf = (text: string) => readCsv(text)?.map(({ cells }) => cells)

test('a cell that a spreadsheet would run as a formula gets an apostrophe, which reading removes', () => {
  const cells = ['=1+1', '+44 20', '-5', '@SUM(A1)', '\tx', '\rx', "'quoted", 'a=b', '']
  const text = csvText([cells])
  expect(text).toBe(`'=1+1,'+44 20,'-5,'@SUM(A1),'\tx,"'\rx",'quoted,a=b,\r\n`)
  expect(cellsOf(text)).toEqual([cells])
})

test('commas, quotation marks and line breaks survive writing and reading', () => {
  const lines = [
    ['a,b', 'say "hi"', 'two\nlines'],
    ['', ' ', 'end'],
    ['"', '""', ';'],
  ]
  expect(cellsOf(csvText(lines))).toEqual(lines)
})

test('reads what spreadsheets write: semicolons, a byte order mark, mixed line ends, no final newline', () => {
  expect(cellsOf('\uFEFFid;carrier\r\n1;"A;B"\n2;C')).toEqual([
    ['id', 'carrier'],
    ['1', 'A;B'],
    ['2', 'C'],
  ])
})

test('counts lines as an editor does, and leaves out empty ones', () => {
  expect(readCsv('a\n\n"b\nc"\n,,\nd')?.map(({ line, cells }) => [line, cells[0]])).toEqual([
    [1, 'a'],
    [3, 'b\nc'],
    [6, 'd'],
  ])
})

test.each([['"never closed'], ['a\n"b']])(
  'returns null for the unclosed quotation mark in %j',
  (text) => {
    expect(readCsv(text)).toBeNull()
  },
)

test('reads up to 40,000 pathological characters without throwing', () => {
  for (const worst of ['"', '""', ',', '\n', "'=", '";'])
    expect(() => readCsv(worst.repeat(20_000))).not.toThrow()
})
