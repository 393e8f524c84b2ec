import { describe, expect, it } from 'vitest'
import { BUCKET_RULES } from '#contract/uploads.ts'
import { formatBytes, formatProgress } from './bytes.ts'
import { refusal } from './check-file.ts'

const images = BUCKET_RULES['product-images']
const deliverables = BUCKET_RULES['deliverable-files']

describe('a file before it is sent', () => {
  it('may be an image of exactly 5242880 bytes', () => {
    expect(refusal({ name: 'mug.webp', type: 'image/webp', size: 5_242_880 }, images)).toBeNull()
  })

  it('is refused one byte above the limit, with the limit in the sentence', () => {
    expect(refusal({ name: 'mug.png', type: 'image/png', size: 5_242_881 }, images)).toBe(
      'File is larger than 5242880 bytes',
    )
  })

  it('is refused when neither its type nor its ending is accepted', () => {
    expect(refusal({ name: 'mug.gif', type: 'image/gif', size: 10 }, images)).toBe(
      'File type must be one of .jpeg, .jpg, .png, .webp',
    )
  })

  it('may have no type the browser knows when its ending is accepted', () => {
    expect(refusal({ name: 'REEL.AVI', type: '', size: 10 }, deliverables)).toBeNull()
  })

  it('is refused when it is empty', () => {
    expect(refusal({ name: 'notes.txt', type: 'text/plain', size: 0 }, deliverables)).toBe(
      'File is smaller than 1 bytes',
    )
  })
})

describe('sizes', () => {
  it('are written in the unit a person expects', () => {
    expect(formatBytes(900)).toBe('900 bytes')
    expect(formatBytes(35_861_299)).toBe('34.2 MB')
    expect(formatProgress(22_963_814, 35_861_299)).toBe('21.9 of 34.2 MB')
    expect(formatProgress(512, 2_048)).toBe('0.5 of 2.0 KB')
  })
})
