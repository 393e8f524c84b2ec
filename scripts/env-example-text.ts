import { z } from 'zod'
import { REQUIRED } from '#server/config/production-config.ts'
import { environment, sections } from '#server/config/variables.ts'

/**
 * The variables that the web app reads at build time (web/page/brand.ts), besides BRAND_NAME and SUPPORT_EMAIL: the
 * description and the default of each.
 */
const AT_BUILD: Readonly<Record<string, readonly [description: string, fallback: string]>> = {
  CAREERS_EMAIL: ['Where people who look for work write.', 'careers@cartwright.example'],
  PRESS_EMAIL: ['Where the press writes.', 'press@cartwright.example'],
  SUPPORT_PHONE: ['The telephone number on the contact page.', '+1 (555) 010-0142'],
  OFFICE_ADDRESS: [
    'The address on the contact page.',
    '214 Sawmill Street, Suite 3, Ann Arbor, MI 48104',
  ],
}

/** The part of a JSON Schema that a variable's schema produces. */
const shape = z.object({
  description: z.string(),
  default: z.union([z.string(), z.number()]).optional(),
  enum: z.array(z.string()).optional(),
  type: z.enum(['string', 'number', 'integer']),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
})
type Shape = z.infer<typeof shape>

const WIDTH = 100

/** Returns the content of `.env.example`. Throws for a variable without a description. */
export function envExample(): string {
  const { properties = {} } = z.toJSONSchema(environment, { io: 'input' })
  const parts = Object.entries(sections).map(([title, variables]) => {
    const entries = Object.keys(variables).map((name) => entry(name, shape.parse(properties[name])))
    return [`## ${title}`, ...entries].join('\n\n')
  })
  const built = Object.entries(AT_BUILD).map(
    ([name, [description, fallback]]) => `${comment(description)}\n#${name}=${quoted(fallback)}`,
  )
  return `${[HEAD, ...parts, '## Read while the web app is built', ...built].join('\n\n')}\n`
}

const HEAD = [
  'Written by `npm run env:example` from server/config/variables.ts; a test fails while it differs.',
  'Every variable is shown with its default, as a comment. Copy this to .env, which `npm run serve` reads, or into the file that your supervisor reads.',
  'An empty variable is an absent one.',
]
  .map(comment)
  .join('\n')

function entry(name: string, variable: Shape): string {
  const required = REQUIRED[name]
  const lines = [
    comment(variable.description),
    ...allowed(variable),
    ...(required === undefined ? [] : [comment(`Required in production: ${required}.`)]),
  ]
  return `${lines.join('\n')}\n#${name}=${quoted(String(variable.default ?? ''))}`
}

/** Shells and supervisors interpret spaces and angle brackets unless they are quoted. */
const quoted = (value: string): string => (/[\s<>]/.test(value) ? `"${value}"` : value)

/** Returns the line that lists the allowed values; none when any text is allowed. */
function allowed(variable: Shape): string[] {
  const { type, minimum, maximum, minLength, format, pattern } = variable
  if (variable.enum !== undefined) return [comment(`Values: ${variable.enum.join(', ')}.`)]
  if (type !== 'string') {
    const kind = type === 'integer' ? 'a whole number' : 'a number'
    return [comment(`Values: ${kind} from ${minimum} to ${maximum}.`)]
  }
  if (format === 'uri') return [comment('Values: a URL.')]
  if (format === 'email') return [comment('Values: an email address.')]
  if (pattern !== undefined) return [comment(`Values: text that matches ${pattern}`)]
  return (minLength ?? 0) > 3 ? [comment(`Values: at least ${minLength} characters.`)] : []
}

/** Formats a text as comment lines, none wider than the file. */
function comment(text: string): string {
  const lines = ['#']
  for (const word of text.split(' ')) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push('#')
    lines[lines.length - 1] += ` ${word}`
  }
  return lines.join('\n')
}
