import { use } from 'react'
import { minimumPriceWords } from '#contract/minimum-price.ts'
import { PageFactsContext } from './page-facts.ts'

/** The text below a price field: its own hint, and the operator's minimum where there is one. */
export function useMinimumHint(hint = ''): string {
  const { minimumPrice: cents } = use(PageFactsContext)
  if (cents === null) return hint
  const own = /[^.]$/.test(hint) ? `${hint}.` : hint
  return `${own} ${minimumPriceWords(cents)}`.trim()
}
