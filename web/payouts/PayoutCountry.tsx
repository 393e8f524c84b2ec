import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import { COUNTRIES, COUNTRY_CODES } from '#contract/countries.ts'
import {
  DEFAULT_PAYOUT_COUNTRY,
  isPayoutCountry,
  PAYOUT_COUNTRIES_PAGE,
  payoutCountryWords as say,
} from '#contract/payout-countries.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Field } from '#web/ui/Field.tsx'
import { Select } from '#web/ui/Select.tsx'

interface Choice {
  /** Two letters. */
  code: string
  choose: (code: string) => void
  /** Whether an account can be opened there; false until it is known where the reader says they live. */
  open: boolean
}

/**
 * The country of an account to be opened: the one on the reader's documents, else the region of their browser, until
 * they choose one.
 */
export function usePayoutCountry(): Choice {
  const tax = useQuery(apiQuery('tax.get'))
  const [chosen, choose] = useState<string | null>(null)
  const region = useSyncExternalStore(noChanges, regionOfBrowser, () => DEFAULT_PAYOUT_COUNTRY)
  const code = chosen ?? tax.data?.country ?? region
  return { code, choose, open: isPayoutCountry(code) && (chosen !== null || !tax.isPending) }
}

const noChanges = () => () => undefined

function regionOfBrowser(): string {
  const region = new Intl.Locale(globalThis.navigator?.language || 'en').region ?? ''
  return COUNTRY_CODES.includes(region) ? region : DEFAULT_PAYOUT_COUNTRY
}

/** Chooses the country, and says beforehand where no one can be paid. */
export function PayoutCountry({ code, choose }: Choice) {
  const [isWhole, setIsWhole] = useState(false)
  // The page arrives with only the chosen country: all 249 options would be most of its elements.
  useEffect(() => startTransition(() => setIsWhole(true)), [])
  const shown = isWhole ? COUNTRIES : COUNTRIES.filter((one) => one.code === code)
  const served = isPayoutCountry(code)
  return (
    <>
      <Field label={say.label} hint={say.hint} error={served ? null : say.unserved(code)}>
        <Select value={code} onChange={(event) => choose(event.target.value)}>
          {shown.map((one) => (
            <option key={one.code} value={one.code}>
              {one.name}
            </option>
          ))}
        </Select>
      </Field>
      {served ? null : (
        <p className="sm">
          <a
            className="link"
            href={PAYOUT_COUNTRIES_PAGE}
            target="_blank"
            rel="noopener noreferrer"
          >
            {say.list}
          </a>
        </p>
      )}
    </>
  )
}
