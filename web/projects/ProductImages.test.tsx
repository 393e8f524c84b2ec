import { expect, test } from 'vitest'
import { wordsOf } from '#web/testing/drawn.tsx'
import { ProductImages } from './ProductImages.tsx'
import type { ProductImages as Images } from './use-product-images.ts'

const images = (count: number) =>
  ({
    all: Array.from({ length: count }, (_, at) => ({ id: `/storage/${at}.webp`, upload: null })),
    uploads: { items: [] },
    room: 5 - count,
  }) as unknown as Images

test('the server’s error about the pictures is shown, even when there is no room for another', () => {
  for (const count of [0, 4, 5])
    expect(
      wordsOf(<ProductImages images={images(count)} error="Upload failed" keepStored={false} />),
      `${count} pictures`,
    ).toContain('Product images: Upload failed')
})
