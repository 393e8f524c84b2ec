import { expect, test } from 'vitest'
import { entryName, uniqueNames } from './archive-names.ts'

test.each([
  ['../../etc/passwd', '__.._etc_passwd'],
  ['..', '_'],
  ['...', '_'],
  ['', 'file'],
  ['C:\\reel.mp4', 'C__reel.mp4'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['reel.mp4. ', 'reel.mp4'],
  ['Übung „eins“.mp4', 'Übung _eins_.mp4'],
  ['Cafe\u0301.jpg', 'Café.jpg'],
  ['\u202egpj.exe.mp4', '_gpj.exe.mp4'],
  ['line\nbreak\u0000.mp4', 'line_break_.mp4'],
  ['ทดสอบ ที่นี่.mov', 'ทดสอบ ที่นี่.mov'],
])('the file name %j becomes %j in an archive', (name, safe) => {
  expect(entryName(name)).toBe(safe)
})

test('a long name is cut between characters and keeps its extension', () => {
  const long = entryName(`${'𝒜'.repeat(200)}.mp4`)
  expect(Array.from(long)).toHaveLength(80)
  expect(long).toMatch(/^𝒜+\.mp4$/u)
})

test('the second file of the same name is numbered, whatever its case or Unicode form', () => {
  const named = uniqueNames()
  const names = ['reel.mp4', 'Reel.MP4', 'reel (2).mp4', 'Café', 'Cafe\u0301'].map(named)
  expect(names).toEqual(['reel.mp4', 'Reel (2).MP4', 'reel (2) (2).mp4', 'Café', 'Café (2)'])
})
