import { BRIEF_TEMPLATES } from '#contract/brief-templates.ts'
import type { Brief, BriefItem } from '#contract/briefs.ts'

/** A brief that began with a template; its pieces are all changed in the same way. */
interface FromTemplate {
  template: string
  item: Partial<BriefItem>
  brief: Partial<Brief>
}

/** Projects of the market that have a brief, by title. The others have only a text. */
const FROM_TEMPLATES: Readonly<Record<string, FromTemplate>> = {
  'Decaf that nobody apologizes for': {
    template: 'testimonial',
    item: { label: 'Piece to camera', seconds_min: 30, seconds_max: 60 },
    brief: {
      one_message: 'Decaf is a choice, not an apology.',
      audience: 'People who like coffee and their sleep',
      say: ['When you drink it', 'Why you drink it'],
      never_say: ['Healthier than coffee', 'Any other roaster'],
    },
  },
  'Cold brew on a fire escape': {
    template: 'organic',
    item: { seconds_min: 15, seconds_max: 20 },
    brief: {
      one_message: 'Cold brew is for where you really drink it.',
      say: ['The label, once', 'A balcony, a stoop, a fire escape'],
      never_say: ['Energy drink'],
    },
  },
  'The new mug behind a real bar': {
    template: 'tutorial',
    item: { label: 'Reel', count: 2, seconds_min: 25, seconds_max: 30, captions: false },
    brief: {
      one_message: 'It stacks, and it lasts through the rush.',
      music: 'none',
      product: { name: 'Bar mug, four of them', url: null, delivery: 'ship', value_usd: 72 },
      say: ['How they stack'],
    },
  },
  'The clay tote goes to the library': {
    template: 'photos',
    item: { count: 2, ratio: 'any', min_width: null },
    brief: {
      one_message: 'It was made for books, and for the way home in the rain.',
      product: { name: 'Tote in clay', url: null, delivery: 'ship', value_usd: 58 },
      say: ['The strap under weight'],
    },
  },
  'Headphones on a night train': {
    template: 'organic',
    item: { seconds_min: 35, seconds_max: 40 },
    brief: {
      one_message: 'The train is loud. You decide how much of it.',
      never_say: ['Noise-free', 'The best on the market'],
      music: 'none',
    },
  },
  'Morning routine with the Tidewell serum': {
    template: 'unboxing',
    item: { label: 'Routine', seconds_min: 40, seconds_max: 45 },
    brief: {
      one_message: 'It sits under sunscreen without pilling.',
      never_say: ['Cures', 'Anti-aging'],
      product: { name: 'Serum, 30 ml', url: null, delivery: 'ship', value_usd: 38 },
      checks: [],
    },
  },
}

/** Returns the brief of a project, null for one that is only a text. Throws for a template that no longer exists. */
export function marketBrief(title: string): Brief | null {
  const wanted = FROM_TEMPLATES[title]
  if (wanted === undefined) return null
  const template = BRIEF_TEMPLATES.find(({ id }) => id === wanted.template)
  if (template === undefined) throw new Error(`No template ${wanted.template}`)
  const items = template.brief.items.map((item) =>
    item.what === 'text' ? item : { ...item, ...wanted.item },
  )
  return { ...template.brief, items, ...wanted.brief }
}
