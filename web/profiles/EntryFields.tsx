import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatUsd } from '#contract/money.ts'
import { PLATFORMS, PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, FieldError } from '#web/ui/Field.tsx'
import { PlatformIcon, platformName } from '#web/ui/PlatformIcon.tsx'
import { PriceInput } from '#web/ui/PriceInput.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextInput } from '#web/ui/TextInput.tsx'
import type { Refused } from './creator-draft.ts'
import styles from './Editor.module.css'
import { handleOf } from './links.ts'

/** How a cell of the line receives its value and reports input. */
interface CellProps {
  value: string
  onChange: (event: { target: { value: string } }) => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** One field of the line that adds an entry. */
interface Cell {
  label: string
  hint?: string
  width?: 'narrow' | 'wide'
  render: (props: CellProps) => ReactNode
}

interface Entry {
  key: string
  icon?: ReactNode
  text: ReactNode
  aside?: ReactNode
}

interface Props {
  cells: readonly Cell[]
  add: string
  /** Adds what was typed, cell by cell, or says why not. */
  onAdd: (values: readonly string[]) => Refused | null
  /** The sentence when something is missing. */
  incomplete: string
  entries: readonly Entry[]
  onRemove: (key: string) => void
  /** The validation error of the list. */
  error: string | undefined
}

/** A line of fields whose button, or Enter, adds an entry to the list below it; each entry can be removed. */
function EntryField({ cells, add, onAdd, incomplete, entries, onRemove, error }: Props) {
  const blank = cells.map(() => '')
  const [typed, setTyped] = useState(blank)
  const [refused, setRefused] = useState<Refused | null>(null)
  const hinted = cells.some((cell) => cell.hint)

  function submit() {
    const answer = onAdd(typed)
    setRefused(answer)
    if (answer === null) setTyped(blank)
  }
  /** Enter adds the entry instead of submitting the whole form. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }

  return (
    <>
      <div className={styles.line}>
        {cells.map((cell, at) => (
          <Field
            key={cell.label}
            label={cell.label}
            hint={cell.hint}
            className={cx(cell.width && styles[cell.width])}
          >
            {cell.render({
              value: typed[at] ?? '',
              onChange: ({ target }) => setTyped((now) => now.with(at, target.value)),
              onKeyDown,
            })}
          </Field>
        ))}
        <span className={cx(hinted && styles.besideHint)}>
          <Button onClick={submit}>
            <Plus size={16} aria-hidden="true" />
            {add}
          </Button>
        </span>
      </div>
      {refused ? (
        <FieldError>{refused === 'incomplete' ? incomplete : refused.problem}</FieldError>
      ) : null}
      {entries.length > 0 ? (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.key}>
              {entry.icon}
              <span className={styles.text}>{entry.text}</span>
              {entry.aside}
              <Button
                variant="quiet"
                size="sm"
                iconOnly
                aria-label={`Remove ${entry.key}`}
                onClick={() => onRemove(entry.key)}
              >
                <X size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
    </>
  )
}

const address = (props: CellProps) => (
  <TextInput inputMode="url" placeholder="https://" maxLength={limits.url} {...props} />
)

interface ListProps<Value, Typed extends string[]> {
  value: Value
  onAdd: (...typed: Typed) => Refused | null
  onRemove: (key: string) => void
  error: string | undefined
}

/** Social links: a platform and an address; the same platform overwrites (SPEC §5). */
export function SocialLinksField({
  value,
  onAdd,
  onRemove,
  error,
}: ListProps<Readonly<Record<string, string>>, [platform: string, url: string]>) {
  return (
    <EntryField
      cells={[
        {
          label: 'Platform',
          width: 'narrow',
          render: ({ value: platform, onChange }) => (
            <Select value={platform} onChange={onChange}>
              <option value="">Choose</option>
              {PLATFORMS.map((one) => (
                <option key={one} value={one}>
                  {platformName(one)}
                </option>
              ))}
            </Select>
          ),
        },
        { label: 'Profile URL', width: 'wide', render: address },
      ]}
      add="Add link"
      onAdd={([platform = '', url = '']) => onAdd(platform, url)}
      incomplete="Choose a platform and give its address."
      entries={Object.entries(value).map(([key, link]) => ({
        key,
        icon: <PlatformIcon platform={key} size={17} />,
        text: handleOf(link),
        aside: <span className="sm faint">{platformName(key)}</span>,
      }))}
      onRemove={onRemove}
      error={error}
    />
  )
}

/** Portfolio links: added when not empty and not there yet (SPEC §5). */
export function PortfolioField({
  value,
  onAdd,
  onRemove,
  error,
}: ListProps<readonly string[], [url: string]>) {
  return (
    <EntryField
      cells={[
        {
          label: 'Portfolio URL',
          hint: 'A picture or a film is shown as it is, a page by its name.',
          render: address,
        },
      ]}
      add="Add piece"
      onAdd={([url = '']) => onAdd(url)}
      incomplete="Give an address first."
      entries={value.map((one) => ({ key: one, text: one }))}
      onRemove={onRemove}
      error={error}
    />
  )
}

/** Rates: a service and what it costs in USD (SPEC §5). */
export function RatesField({
  value,
  onAdd,
  onRemove,
  error,
}: ListProps<Readonly<Record<string, number>>, [service: string, amount: string]>) {
  return (
    <EntryField
      cells={[
        {
          label: 'Service type',
          render: (props) => (
            <TextInput placeholder="e.g., Instagram reel" maxLength={limits.rate_name} {...props} />
          ),
        },
        {
          label: 'Amount (USD)',
          width: 'narrow',
          render: (props) => <PriceInput {...props} />,
        },
      ]}
      add="Add rate"
      onAdd={([service = '', amount = '']) => onAdd(service, amount)}
      incomplete="Give a service and its amount."
      entries={Object.entries(value).map(([key, usd]) => ({
        key,
        text: key,
        aside: <span className="strong num">{formatUsd(usd)}</span>,
      }))}
      onRemove={onRemove}
      error={error}
    />
  )
}
