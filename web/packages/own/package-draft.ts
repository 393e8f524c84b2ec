import { centsFromText } from '#contract/amount-text.ts'
import type { BriefItem } from '#contract/briefs.ts'
import { usdFromCents } from '#contract/money.ts'
import type { OwnPackage } from '#contract/package-schemas.ts'
import { newId } from '#web/api/new-id.ts'
import type { PackageInput } from './use-packages.ts'

/** A package as its form holds it: amounts and figures stay as typed text. */
export interface PackageDraft {
  title: string
  price: string
  days: string
  rounds: string
  items: ItemDraft[]
  add_ons: AddOnDraft[]
  samples: string[]
}

/** The fields of an item that the form edits; the others stay unchanged. */
export type ItemDraft = Pick<BriefItem, 'id' | 'what' | 'ratio' | 'captions'> & {
  count: string
  seconds: string
  kept: Partial<BriefItem>
}

export interface AddOnDraft {
  id: string
  label: string
  price: string
  days: string
}

export const newItem = (): ItemDraft => ({
  id: newId(),
  what: 'video',
  count: '1',
  ratio: '9:16',
  seconds: '',
  captions: false,
  kept: {},
})

export const newAddOn = (): AddOnDraft => ({
  id: newId(),
  label: '',
  price: '',
  days: '0',
})

/** The form of an existing package, or an empty one, which is always the same: a draft is compared with it. */
export function draftOf(known: OwnPackage | null): PackageDraft {
  if (known === null)
    return {
      title: '',
      price: '',
      days: '7',
      rounds: '2',
      items: [{ ...newItem(), id: 'first' }],
      add_ons: [],
      samples: [],
    }
  return {
    title: known.title,
    price: String(known.price),
    days: String(known.days),
    rounds: String(known.rounds),
    items: known.items.map((item) => ({
      id: item.id,
      what: item.what,
      count: String(item.count),
      ratio: item.ratio,
      seconds: item.seconds_max === null ? '' : String(item.seconds_max),
      captions: item.captions,
      kept: item,
    })),
    add_ons: known.add_ons.map((one) => ({
      ...one,
      price: String(one.price),
      days: String(one.days),
    })),
    samples: known.samples,
  }
}

/** The values to send. Text that is not a number is sent as NaN, which the contract refuses with a sentence. */
export function inputOf(draft: PackageDraft): PackageInput {
  return {
    title: draft.title,
    price: usdOf(draft.price),
    days: figure(draft.days),
    rounds: figure(draft.rounds),
    items: draft.items.map(({ kept, seconds, count, ...item }) => ({
      ...kept,
      ...item,
      count: figure(count),
      seconds_max: seconds.trim() === '' ? null : figure(seconds),
    })),
    add_ons: draft.add_ons.map((one) => ({
      ...one,
      price: usdOf(one.price),
      days: figure(one.days || '0'),
    })),
    samples: draft.samples,
  }
}

const figure = (typed: string): number => (typed.trim() === '' ? Number.NaN : Number(typed))

function usdOf(typed: string): number {
  const cents = centsFromText(typed)
  return typeof cents === 'number' ? usdFromCents(cents) : Number.NaN
}
