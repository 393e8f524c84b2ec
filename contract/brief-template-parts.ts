import { type Brief, type BriefCheck, type BriefItem, DEFAULT_ROUNDS } from './briefs.ts'

/** A brief to start from: what is usually right for its kind of content. Everything in it can be changed. */
export interface BriefTemplate {
  id: string
  name: string
  /** The content of the template, in a few words. */
  about: string
  brief: Brief
}

/** An empty brief. */
export const blank: Brief = {
  goal: null,
  audience: null,
  one_message: null,
  items: [],
  tone: [],
  hooks: [],
  say: [],
  never_say: [],
  references: [],
  music: null,
  product: null,
  rounds: DEFAULT_ROUNDS,
  checks: [],
}

/** Returns an item with the given differences from an empty one. */
export const item = (
  given: Partial<BriefItem> & Pick<BriefItem, 'id' | 'what' | 'count'>,
): BriefItem => ({
  label: null,
  ratio: 'any',
  seconds_min: null,
  seconds_max: null,
  min_width: null,
  sound: false,
  captions: false,
  raw: false,
  ...given,
})
/** The format phones film in, in full HD. */
export const upright = { ratio: '9:16', min_width: 1_080, sound: true } as const

/** A check that a person judges. */
export const check = (id: string, text: string, must = true): BriefCheck => ({
  id,
  text,
  kind: 'judged',
  rule: null,
  must,
})
