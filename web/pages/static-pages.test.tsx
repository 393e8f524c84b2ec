import { expect, test } from 'vitest'
import { KEPT_FOR, periodText } from '#contract/retention.ts'
import { drawn, wordsOf } from '#web/testing/drawn.tsx'
import { Blog } from './Blog.tsx'
import { Careers } from './Careers.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { Press } from './Press.tsx'
import { Privacy } from './Privacy.tsx'

/**
 * SPEC §2 and §3: the contents of the static pages, rendered before anything can be fetched: the text is part of the
 * page.
 */

/** Returns the content of each element with that name. */
const entries = (html: string, tag: 'li' | 'article') =>
  html
    .split(new RegExp(`<${tag}[ >]`))
    .slice(1)
    .map((part) => part.split(`</${tag}>`)[0] ?? '')
const DAY = /[A-Z][a-z]+ \d{1,2}, \d{4}/

test('Blog: four posts with title, excerpt, date, author and category, the first featured', () => {
  const html = drawn(<Blog />)
  const [featured, ...more] = entries(html, 'article')
  expect(more).toEqual([])
  const others = entries(html, 'li')
  expect(others).toHaveLength(3)
  for (const post of [featured ?? '', ...others]) {
    expect(post).toMatch(/<h[23]>[^<]{10,}<\/h[23]>/)
    expect(post).toMatch(/<p[^>]*>[^<]{40,}<\/p>/)
    expect(post).toMatch(new RegExp(`<span class="num">${DAY.source}</span><span>\\w+ \\w+</span>`))
    // The category precedes the title.
    expect(post.split(/<h[23]>/)[0]).toMatch(/>(Content|For brands|For creators|Payments)</)
    expect(post).toContain('Read More')
  }
})

test('Press: three releases with title, date and summary; a media kit of four items', () => {
  const all = entries(drawn(<Press />), 'li')
  expect(all).toHaveLength(7)
  for (const release of all.slice(0, 3)) {
    expect(release).toMatch(DAY)
    expect(release).toMatch(/<h3>[^<]{20,}<\/h3><p>[^<]{40,}<\/p>/)
  }
  expect(all.slice(3).map((item) => /<h3>([^<]+)</.exec(item)?.[1])).toEqual([
    'Logo pack',
    'Brand guidelines',
    'Headshots',
    'Product screenshots',
  ])
})

test('Careers: three positions, each with department, location and type', () => {
  const positions = entries(drawn(<Careers />), 'li').map((html) => [
    ...html.matchAll(/<(?:h3|span)>([^<]+)</g),
  ])
  expect(positions.map((parts) => parts.map(([, text]) => text))).toEqual([
    ['Senior Full Stack Developer', 'Engineering', 'Remote', 'Full-time'],
    ['Product Marketing Manager', 'Marketing', 'Ann Arbor, MI', 'Full-time'],
    ['Customer Success Specialist', 'Customer Success', 'Remote', 'Full-time'],
  ])
})

test('How It Works: four numbered steps in order, a list of benefits for each side', () => {
  const words = wordsOf(<HowItWorks />)
  expect(words).toMatch(
    /1 Choose Your Role .* 2 Connect & Collaborate .* 3 Secure Payment .* 4 Deliver Results /,
  )
  const lists = entries(drawn(<HowItWorks />), 'li').length
  expect(lists).toBeGreaterThanOrEqual(4 + 2 * 3)
  expect(words).toMatch(/For brands .* Join Now .*For creators .* Browse Projects/)
})

test('Privacy: states every retention period that readers are told about', () => {
  const words = wordsOf(<Privacy />)
  const told = Object.values(KEPT_FOR).filter(({ isTold }) => isTold)
  expect(told.length).toBeGreaterThan(10)
  for (const { what, period, from } of told)
    expect(words).toContain(`${what}: ${periodText(period)} ${from}.`)
  expect([periodText('1 days'), periodText('24 months')]).toEqual(['1 day', '24 months'])
})
