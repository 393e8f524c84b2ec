import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

/**
 * What DESIGN §3, §5 and §13 say about the style sheets: one definition of both themes, steps of space, shared classes.
 */

const read = (file: string) => readFileSync(file, 'utf8')
const withoutComments = (css: string) => css.replaceAll(/\/\*[^]*?\*\//g, '')

const TOKENS = 'web/styles/tokens.css'
const sheets = globSync('web/**/*.css').toSorted()
const components = globSync('web/**/*.tsx').toSorted()

/** Raw lengths of margins, paddings and gaps, without their sign. Everything else must be a step of the scale. */
const RAW: { lengths: string[]; files?: string[]; because: string }[] = [
  { lengths: ['1px', '2px', '3px'], because: 'Lines and optical nudges are smaller than a step.' },
  {
    lengths: ['5px', '7px', '9px', '13px', '15px', '26px'],
    because: 'A border, or the line height of its type, makes up the rest of a step.',
  },
  {
    lengths: ['19px'],
    files: ['web/styles/words.css'],
    because: 'A dot of 3px with a step on both sides.',
  },
  {
    lengths: ['29px'],
    files: ['web/deal/Project.module.css'],
    because: 'The padding before the first fact and its hairline, both cut off.',
  },
  {
    lengths: ['84px', '92px', '100px'],
    files: [
      'web/pages/pages.module.css',
      'web/conversations/MessageLog.module.css',
      'web/landing/Landing.module.css',
    ],
    because: 'Room for a drawing or an overlay, as large as that is.',
  },
]

/** A margin, padding or gap with its value. */
const SPACING =
  /(?<![\w-])(?:scroll-)?(?:margin|padding|row-gap|column-gap|gap)(?:-[a-z]+)*\s*:\s*([^;{}]+)/g

/** The lengths in px that a value contains. A fluid length, clamp(…), grows between two ends of its own. */
const lengthsIn = (value: string) =>
  [...value.replaceAll(/clamp\([^;]*\)/g, '').matchAll(/(?<![\w.])\d*\.?\d+px/g)].map(([px]) => px)

function spacingOf(file: string): string[] {
  return [...withoutComments(read(file)).matchAll(SPACING)].flatMap(([, value = '']) =>
    lengthsIn(value),
  )
}

const isAllowed = (file: string, length: string) =>
  RAW.some(({ lengths, files }) => lengths.includes(length) && (files?.includes(file) ?? true))

describe('spacing (DESIGN §5)', () => {
  test('margins, paddings and gaps use the scale', () => {
    const raw = sheets.flatMap((file) =>
      spacingOf(file)
        .filter((length) => !isAllowed(file, length))
        .map((length) => `${file}: ${length}`),
    )
    expect(raw).toEqual([])
  })

  test('inline styles of components use the scale, too', () => {
    const raw = components.flatMap((file) =>
      [...read(file).matchAll(/\b(?:margin|padding|rowGap|columnGap|gap)[A-Za-z]*: ['"]?-?(\d+)/g)]
        .filter(([, number]) => number !== '0' && !isAllowed(file, `${number}px`))
        .map(([found]) => `${file}: ${found}`),
    )
    expect(raw).toEqual([])
  })

  test('every exception is in use', () => {
    const used = new Set(sheets.flatMap((file) => spacingOf(file).map((px) => `${file} ${px}`)))
    const idle = RAW.flatMap(({ lengths, files = sheets }) => [
      ...lengths.filter((length) => !files.some((file) => used.has(`${file} ${length}`))),
      ...files.filter(
        (file) => files !== sheets && !lengths.some((length) => used.has(`${file} ${length}`)),
      ),
    ])
    expect(idle).toEqual([])
  })
})

describe('type (DESIGN §4)', () => {
  /** Drawn once at their final size, as are the logo and the initials that replace a missing picture. */
  const DRAWN = ['web/ui/Logo.module.css', 'web/profiles/ProfileFace.module.css']

  test('negative letter-spacing comes only from the scale’s tokens', () => {
    const raw = sheets
      .filter((file) => file !== TOKENS && !DRAWN.includes(file))
      .flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/letter-spacing:\s*-[^;]*/g)].map(
          ([found]) => `${file}: ${found}`,
        ),
      )
    expect(raw).toEqual([])
  })

  test('lines are as high as the reader’s letters need: no line height in px', () => {
    const fixed = sheets.flatMap((file) =>
      [
        ...withoutComments(read(file)).matchAll(/line-height:\s*[\d.]+px|font:[^;]*\/\s*[\d.]+px/g),
      ].map(([found]) => `${file}: ${found}`),
    )
    expect(fixed).toEqual([])
  })

  test('figures in sentences are tabular, too', () => {
    expect(read('web/styles/base.css')).toMatch(/\nbody \{[^}]*font-variant-numeric: tabular-nums/)
  })
})

describe('pictures (DESIGN §12)', () => {
  /**
   * Where the drawings of our own pages are placed, and where hardly anything is cropped and a product is at the
   * bottom: a project's picture, and a portfolio piece at 9:14.
   */
  const PLACED = [
    'web/landing/Landing.module.css',
    'web/deal/Project.module.css',
    'web/profiles/PortfolioPiece.module.css',
  ]

  test('uploaded pictures are never cropped more at the top than at the bottom, so that heads stay in view', () => {
    const low = sheets
      .filter((file) => !PLACED.includes(file))
      .flatMap((file) =>
        [...withoutComments(read(file)).matchAll(/object-position:\s*\S+\s+(\d+)%/g)]
          .filter(([, y]) => Number(y) > 50)
          .map(([found]) => `${file}: ${found}`),
      )
    expect(low).toEqual([])
    expect(Number(/--crop: 50% (\d+)%/.exec(read(TOKENS))?.[1])).toBeLessThan(50)
  })

  test('creators’ works are cropped by the --crop token', () => {
    const works = sheets.filter((file) =>
      /(CreatorCard|WorkTiles|WorkPictures|ProfilePackages|ImageSquares|DeliverableTable|deliverables\/Deliverable|board\/Card)\.module\.css$/.test(
        file,
      ),
    )
    expect(works).toHaveLength(8)
    expect(works.filter((file) => !read(file).includes('object-position: var(--crop)'))).toEqual([])
  })
})

describe('the two themes (DESIGN §3)', () => {
  const tokens = withoutComments(read(TOKENS))

  test('each colour token is defined once', () => {
    const names = [...tokens.matchAll(/^\s*(--[\w-]+):[^;]*oklch\([^;]*;/gm)].map(
      ([, name]) => name,
    )
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('only the token sheet depends on the theme', () => {
    const asking = sheets.filter(
      (file) =>
        file !== TOKENS &&
        /prefers-color-scheme|data-theme|color-scheme:/.test(withoutComments(read(file))),
    )
    expect(asking).toEqual([])
  })

  test('outside light-dark(), the theme switches only the picture filter', () => {
    const themed = tokens.slice(tokens.indexOf(":root[data-theme='light']"))
    const set = [...themed.matchAll(/([\w-]+):\s[^;{}]*;/g)].map(([, name]) => name)
    expect(new Set(set)).toEqual(new Set(['color-scheme', '--art-filter']))
  })
})

describe('shared classes (DESIGN §13)', () => {
  const sheet = withoutComments(read('web/styles/words.css'))
  const shared = [
    ...new Set([...sheet.matchAll(/\.([a-z][\w-]*)/g)].flatMap(([, name = '']) => name)),
  ]

  test('each is used by a component', () => {
    const words = new Set(
      components.flatMap((file) =>
        [...read(file).matchAll(/['"`]([^'"`\n]*)['"`]/g)].flatMap(([, text = '']) =>
          text.split(/\s+/),
        ),
      ),
    )
    expect(shared.filter((name) => !words.has(name))).toEqual([])
  })

  test('docs/design.md lists exactly these classes', () => {
    const section = read('docs/design.md').split('## 13. Shared classes')[1] ?? ''
    const listed = [...section.matchAll(/^\|.*\|$/gm)].flatMap(([row]) =>
      [...row.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => name),
    )
    expect(listed.toSorted()).toEqual(shared.toSorted())
  })
})

describe('the cost of selectors', () => {
  /** Parts of a selector by which browsers do not look up an element. */
  const UNKEYED = /:(?:has|not|is|where|nth-[a-z-]+)\([^()]*\)/g
  /** Any sibling after an element, by the selector that matches that element. */
  const ANY_SIBLING = /([^\s>+~,{}]*)\s*[+~]\s*\*/g

  const everySibling = (css: string): string[] => {
    let plain = css.replaceAll(/:global\(([^()]*)\)/g, '$1')
    for (let before = ''; before !== plain;) {
      before = plain
      plain = plain.replaceAll(UNKEYED, (part) => (/[+~]\s*\*/.test(part) ? part : ':x'))
    }
    return [...plain.matchAll(ANY_SIBLING)]
      .filter(([, first = '']) => !/[.#[]/.test(first))
      .map(([found]) => found.trim())
  }

  test('no selector matches any sibling of any element: each insertion would restyle all that follows', () => {
    expect(everySibling('.a > * + * {}')).toHaveLength(1)
    expect(everySibling('.a > :has(.b:not(c *)) ~ * {}')).toHaveLength(1)
    expect(everySibling('.a:is(:first-child, ul + *) {}')).toHaveLength(1)
    expect(everySibling('.a > :nth-last-child(n + 4) ~ button, .b ~ * {}')).toEqual([])
    const found = sheets.flatMap((file) =>
      everySibling(withoutComments(read(file))).map((rule) => `${file}: ${rule}`),
    )
    expect(found).toEqual([])
  })
})
