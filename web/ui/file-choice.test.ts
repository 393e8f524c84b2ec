import { expect, it } from 'vitest'
import { BUCKET_RULES, uploadMessages } from '#contract/uploads.ts'
import { chooseFiles } from './file-choice.ts'

const rule = BUCKET_RULES.avatars
const picture = { name: 'me.png', type: 'image/png', size: 1_000 }

it('accepts a file of exactly the bucket’s maximum size', () => {
  const full = { ...picture, size: 5_242_880 }
  expect(chooseFiles([full], rule, 1)).toEqual({ taken: [full], refusal: null })
})

it('uses the extension when the system names no type', () => {
  const clip = { name: 'CLIP.MOV', type: '', size: 10 }
  expect(chooseFiles([clip], BUCKET_RULES['deliverable-files'], 1).taken).toEqual([clip])
})

it('refuses a wrong type, a wrong size and too many files with the spec’s sentences', () => {
  const refusal = (...files: (typeof picture)[]) => chooseFiles(files, rule, 1).refusal
  expect(refusal({ ...picture, name: 'a.gif', type: 'image/gif' })).toBe(
    'File type must be one of .jpeg, .jpg, .png, .webp',
  )
  expect(refusal({ ...picture, size: 5_242_881 })).toBe('File is larger than 5242880 bytes')
  expect(refusal({ ...picture, size: 0 })).toBe('File is smaller than 1 bytes')
  expect(refusal(picture, picture)).toBe('Too many files')
})

it.each(Object.entries(BUCKET_RULES))(
  'lists the accepted types of %s in the server’s words',
  (_, rule) => {
    const wrong = { name: 'a.exe', type: 'application/x-msdownload', size: 10 }
    expect(chooseFiles([wrong], rule, 1).refusal).toBe(uploadMessages.type(rule))
    expect(uploadMessages.type(rule)).toMatch(/^File type must be one of (\.\w+, )+\.\w+$/)
  },
)

it('accepts the valid files of several and gives the reason for the first refusal', () => {
  const big = { ...picture, size: 6_000_000 }
  expect(chooseFiles([big, picture], rule, 5)).toEqual({
    taken: [picture],
    refusal: 'File is larger than 5242880 bytes',
  })
  const none = { ...picture, size: 0 }
  expect(chooseFiles([picture, none, big, picture], rule, 5)).toEqual({
    taken: [picture, picture],
    refusal: 'File is smaller than 1 bytes',
  })
})
