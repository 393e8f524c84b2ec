import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

/**
 * People read "brand" for the shop's side, in screens, notices, mails and errors; "seller" is the code's word. These
 * are the texts for which the specification has the other one.
 */
const FIXED: { text: string; because: string }[] = [
  {
    text: 'Access Denied - This page is only available to sellers.',
    because: 'SPEC §2, My Projects: the words of the page, and of the server',
  },
  {
    text: 'Seller',
    because: 'SPEC §2, /auth: the choice "Creator" or "Seller"',
  },
  {
    text: 'Seller Profile',
    because: 'SPEC §2, /profile: the heading by role',
  },
  {
    text: 'Contact Seller',
    because: 'SPEC §2, /projects/{id}: the name of the button',
  },
  {
    text: 'One begins when an application or an invitation is accepted, or with Contact Seller on a project.',
    because: 'SPEC §2, /projects/{id}: it names that button',
  },
  {
    text: 'Funds released only when the seller approves deliverables.',
    because: 'SPEC §1: the promise of the landing copy',
  },
  {
    text: 'At sign-up you choose to be a creator, who makes content, or a seller (in these terms also “brand”), who needs it. You are responsible for what happens under your account and for keeping your password to yourself.',
    because: 'SPEC §2, /auth, and SPEC §6: it says that the two words mean the same',
  },
]

/** Strings that contain the word but that no one reads on a screen: queries, and errors for developers. */
const UNREAD = /\b(select|join|as seller|coalesce)\b|^the seller is at it|^the seller of$/

interface Node {
  type: string
  start: number
  [part: string]: unknown
}

/** The texts in a piece of code: those of JSX, and strings and templates of more than one plain word. */
function textsIn(file: string, code: string): { text: string; line: number }[] {
  const found: { text: string; line: number }[] = []
  const look = (part: unknown) => {
    if (Array.isArray(part)) return part.forEach(look)
    if (typeof part !== 'object' || part === null) return
    const node = part as Node
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return
    const text = textOf(node)
    if (text !== null) found.push({ text, line: code.slice(0, node.start).split('\n').length })
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') look(value)
  }
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file} cannot be read`)
  look(program)
  return found
}

function textOf(node: Node): string | null {
  const raw =
    node.type === 'JSXText' || (node.type === 'Literal' && typeof node.value === 'string')
      ? node.value
      : node.type === 'TemplateElement'
        ? (node.value as { cooked: string }).cooked
        : null
  if (typeof raw !== 'string') return null
  const text = raw.replaceAll(/\s+/g, ' ').trim()
  const isCode = node.type !== 'JSXText' && /^[a-z][\w./:-]*$|^(GET|POST|PATCH|DELETE) /.test(text)
  return isCode ? null : text
}

const named = /\bsellers?\b/i

const texts = globSync('{contract,server,web}/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .toSorted()
  .flatMap((file) => textsIn(file, readFileSync(file, 'utf8')).map((one) => ({ file, ...one })))
const read = texts.filter(({ text }) => named.test(text) && !UNREAD.test(text))

test('user-visible text is found in strings, templates, JSX and attributes, but not in code words', () => {
  const code = [
    `const a = 'The seller pays'`,
    'const b = `${name}, the seller`',
    'const c = <b>Sellers</b>',
    `const d = <b title="Seller" />`,
    `const role = 'seller'`,
    `import x from './Seller.ts'`,
  ].join('\n')
  const lines = textsIn('a.tsx', code).filter(({ text }) => named.test(text))
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4])
})

test('user-visible text uses "brand", except where the specification fixes "seller"', () => {
  const others = read.filter(({ text }) => !FIXED.some((one) => one.text === text))
  expect(others.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual([])
})

test('every exception is in use and cites the specification', () => {
  const idle = FIXED.filter(({ text }) => !read.some((one) => one.text === text))
  expect(idle).toEqual([])
  for (const { because } of FIXED) expect(because).toMatch(/^SPEC §\d/)
})

/** Where the product's name is defined; everything else takes it from there, so that BRAND_NAME changes all of it. */
const NAMED_IN = [
  'server/config/brand-variables.ts',
  'server/config/variables.ts',
  // The software's name, for the provider's log.
  'server/providers/stripe/client.ts',
  'web/page/brand.ts',
]

test('the product’s name is written only in the BRAND_NAME defaults and the Stripe client', () => {
  const named = texts.filter(({ text }) => text.includes('Cartwright')).map(({ file }) => file)
  expect(new Set(named)).toEqual(new Set(NAMED_IN))
})
