import { useState } from 'react'
import { centsFromText, textFromUsd } from '#contract/amount-text.ts'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { licenceSentence } from '#contract/licence-sentence.ts'
import {
  HANDLE_DAYS,
  LICENCE_USES,
  type LicenceTerms,
  type LicenceUse,
  MOST_COUNTRIES,
  RIVAL_MONTHS,
  TERM_MONTHS,
} from '#contract/licence-rights.ts'
import { usdFromCents } from '#contract/money.ts'
import { useMinimumHint } from '#web/page/use-minimum-hint.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Field } from '#web/ui/Field.tsx'
import { RemovableChip } from '#web/ui/FilterChip.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import styles from './LicenceFields.module.css'
import { licenceFormWords as words } from './licence-form-words.ts'

interface Props {
  terms: LicenceTerms
  locked: boolean
  onChange: (terms: LicenceTerms) => void
}

/** Every choice of a licence, and the sentence that creators read about it. */
export function LicenceFields({ terms, locked, onChange }: Props) {
  const set = (changes: Partial<LicenceTerms>) => onChange({ ...terms, ...changes })
  return (
    <fieldset className={styles.fields} disabled={locked}>
      <legend className="sr">{words.title}</legend>
      <Uses terms={terms} set={set} />
      <Countries terms={terms} set={set} />
      <div className="two">
        <Field label={words.term}>
          <Select
            value={terms.term_months ?? ''}
            onChange={({ target }) => onChange(withTerm(terms, numberIn(target.value) ?? null))}
          >
            <option value="">{words.noEnd}</option>
            <MonthOptions />
          </Select>
        </Field>
        <Field label={words.edits}>
          <Select
            value={String(terms.edits)}
            onChange={({ target: { value } }) =>
              set({ edits: value === 'cut' ? 'cut' : value === 'true' })
            }
          >
            <option value="true">{words.edit.any}</option>
            <option value="cut">{words.edit.cut}</option>
            <option value="false">{words.edit.none}</option>
          </Select>
        </Field>
        <Field label={words.exclusive}>
          <Select
            value={String(terms.exclusive)}
            onChange={({ target }) => set({ exclusive: target.value === 'true' })}
          >
            <option value="false">{words.exclusiveNo}</option>
            <option value="true">{words.exclusiveYes}</option>
          </Select>
        </Field>
        <Field label={words.rivals}>
          <Select
            value={terms.rivals_months ?? ''}
            onChange={({ target }) => onChange(withNumber(terms, 'rivals_months', target.value))}
          >
            <option value="">{words.rivalsNo}</option>
            {RIVAL_MONTHS.map((months) => (
              <option key={months} value={months}>
                {words.rivalsFor(months)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={words.handle}>
          <Select
            value={terms.handle_days ?? ''}
            onChange={({ target }) => onChange(withNumber(terms, 'handle_days', target.value))}
          >
            <option value="">{words.handleNo}</option>
            {HANDLE_DAYS.map((days) => (
              <option key={days} value={days}>
                {words.handleFor(days)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {terms.term_months === null ? null : <MoreMonths terms={terms} onChange={onChange} />}
      <Checkbox
        label={words.raw}
        checked={terms.raw_footage === true}
        onChange={() => onChange(toggled(terms, 'raw_footage'))}
      />
      <Checkbox
        label={words.credit}
        checked={terms.credit === true}
        onChange={() => onChange(toggled(terms, 'credit'))}
      />
      <div aria-live="polite">
        <Notice tone="info" title={words.preview}>
          {licenceSentence(terms)}
        </Notice>
      </div>
    </fieldset>
  )
}

interface PartProps {
  terms: LicenceTerms
  set: (changes: Partial<LicenceTerms>) => void
}

function Uses({ terms, set }: PartProps) {
  const chosen: readonly LicenceUse[] = terms.scope === 'any' ? [] : terms.scope
  const toggle = (use: LicenceUse) => {
    const next = LICENCE_USES.filter((one) => chosen.includes(one) !== (one === use))
    set({ scope: next.length === 0 ? 'any' : next })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{words.uses}</legend>
      <div className={styles.uses}>
        {LICENCE_USES.map((use) => (
          <Checkbox
            key={use}
            label={words.use[use]}
            checked={chosen.includes(use)}
            onChange={() => toggle(use)}
          />
        ))}
      </div>
      <p className="sm faint">{words.usesHint}</p>
    </fieldset>
  )
}

function Countries({ terms, set }: PartProps) {
  const chosen = terms.territory === 'world' ? [] : terms.territory
  const isFull = chosen.length >= MOST_COUNTRIES
  const choose = (next: readonly string[]) => set({ territory: next.length === 0 ? 'world' : next })
  return (
    <div className={styles.group}>
      <Field
        label={words.countries}
        hint={isFull ? words.countriesFull : words.countriesHint}
        disabled={isFull}
      >
        <Select value="" onChange={({ target }) => choose([...chosen, target.value].toSorted())}>
          <option value="">{words.addCountry}</option>
          {COUNTRIES.filter(({ code }) => !chosen.includes(code)).map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {chosen.length === 0 ? null : (
        <div className="tags">
          {chosen.map((code) => (
            <RemovableChip
              key={code}
              label={countryName(code)}
              onRemove={() => choose(chosen.filter((one) => one !== code))}
            />
          ))}
        </div>
      )}
    </div>
  )
}

/** What the brand may add later, at a price that creators read before they name theirs. */
function MoreMonths({ terms, onChange }: Pick<Props, 'terms' | 'onChange'>) {
  const { extend_cents: cents } = terms
  const minimum = useMinimumHint()
  const [price, setPrice] = useState(cents === undefined ? '' : textFromUsd(usdFromCents(cents)))
  function type(text: string) {
    setPrice(text)
    const { extend_cents: _, ...rest } = terms
    const typed = centsFromText(text)
    onChange(typed === null ? rest : { ...rest, extend_cents: typed })
  }
  function choose(value: string) {
    const next = withNumber(terms, 'extend_months', value)
    const { extend_cents: _, ...rest } = next
    onChange(value === '' ? rest : next)
    if (value === '') setPrice('')
  }
  return (
    <div className="two">
      <Field label={words.extend} hint={words.extendHint}>
        <Select value={terms.extend_months ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">{words.extendNo}</option>
          <MonthOptions />
        </Select>
      </Field>
      {terms.extend_months === undefined ? null : (
        <Field label={words.extendPrice} hint={minimum}>
          <PriceInput value={price} onChange={({ target }) => type(target.value)} />
        </Field>
      )}
    </div>
  )
}

/** A licence without an end cannot be extended. */
function withTerm(terms: LicenceTerms, months: number | null): LicenceTerms {
  if (months !== null) return { ...terms, term_months: months }
  const { extend_months: _, extend_cents: __, ...rest } = terms
  return { ...rest, term_months: null }
}

const numberIn = (value: string): number | undefined => (value === '' ? undefined : Number(value))

/** Omitted where the answer is no: the same terms must have only one form. */
function withNumber(
  terms: LicenceTerms,
  key: 'rivals_months' | 'handle_days' | 'extend_months',
  value: string,
): LicenceTerms {
  const { [key]: _, ...rest } = terms
  const number = numberIn(value)
  return number === undefined ? rest : { ...rest, [key]: number }
}

function toggled(terms: LicenceTerms, key: 'raw_footage' | 'credit'): LicenceTerms {
  const { [key]: was, ...rest } = terms
  return was ? rest : { ...rest, [key]: true }
}

/** The lengths that can be chosen, in months. */
const MonthOptions = () =>
  TERM_MONTHS.map((months) => (
    <option key={months} value={months}>
      {words.months(months)}
    </option>
  ))
