import { afterEach, expect, test, vi } from 'vitest'
import { askForPicture } from './early-picture.ts'

const STEM = '/storage/public/product-images/2691c529-3154/01a200a7-1264'
const list = JSON.stringify({
  projects: [
    { product_images: [] },
    { product_images: [`${STEM}.webp#mAgKLYqI93hg`, '/storage/public/product-images/x/y.webp'] },
  ],
})

afterEach(() => vi.unstubAllGlobals())

/**
 * Returns what was added to the page's head once the response was read, and checks that the response can still be read.
 */
async function askedFor(url: string, text: string): Promise<Record<string, string>[]> {
  const links: Record<string, string>[] = []
  vi.stubGlobal('document', {
    createElement: () => ({}),
    head: { append: (link: Record<string, string>) => links.push(link) },
  })
  const answer = Promise.resolve(new Response(text))
  const asked = askForPicture(url, answer)
  expect(await (await answer).text()).toBe(text)
  await asked
  return links
}

test('the first picture of a list or a project is preloaded in the renditions the page chooses from', async () => {
  const [link, ...others] = await askedFor('/api/projects', list)
  expect(link).toMatchObject({ rel: 'preload', as: 'image', type: 'image/avif' })
  expect(link?.['imageSrcset']).toContain(`${STEM}-800.avif 800w`)
  expect(others).toEqual([])
  const spaced = `{"product_images" : ["${STEM}.webp"]}`
  expect(await askedFor('/api/projects/01a1fa70-4cb2-7f1d-82a8-2227f5ce38a3', spaced)).toHaveLength(
    1,
  )
})

test.each([
  ['/api/profiles/me', list],
  ['/api/projects/1/applications/own', list],
  ['/api/projects', '{"projects":[]}'],
  ['/api/projects', '{"product_images":["https://elsewhere.example/a.webp"]}'],
  ['/api/projects', 'not JSON'],
])('%s with the response %s preloads nothing', async (url, text) => {
  expect(await askedFor(url, text)).toEqual([])
})
