import { Plus, X } from 'lucide-react'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { formatUsd } from '#contract/money.ts'
import { PLATFORMS, PROFILE_LIMITS as limits } from '#contract/profiles.ts'
import { Button } from '../ui/Button.tsx'
import { Field, FieldError } from '../ui/Field.tsx'
import { platformNames, PlatformIcon } from '../ui/PlatformIcon.tsx'
import { PriceInput } from '../ui/PriceInput.tsx'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { Refused } from './creator-draft.ts'
import styles from './Editor.module.css'
import { handleOf } from './links.ts'

interface EntriesProps {
  entries: readonly { key: string; icon?: ReactNode; text: ReactNode; aside?: ReactNode }[]
  onRemove: (key: string) => void
  error?: string | undefined
}

/** What was added so far, each line with its way out. */
function Entries({ entries, onRemove, error }: EntriesProps) {
  return (
    <>
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

function AddButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <Plus size={16} aria-hidden="true" />
      {label}
    </Button>
  )
}

/** Enter in a line that is added to a list adds it instead of sending the whole form. */
const onEnter = (add: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.preventDefault()
  add()
}

interface SocialProps {
  links: Readonly<Record<string, string>>
  onAdd: (platform: string, url: string) => Refused | null
  onRemove: (platform: string) => void
  error?: string | undefined
}

/** Social links: a platform and an address; the same platform overwrites (SPEC §5). */
export function SocialLinksField({ links, onAdd, onRemove, error }: SocialProps) {
  const [platform, setPlatform] = useState('')
  const [url, setUrl] = useState('')
  const [refused, setRefused] = useState<Refused | null>(null)
  function add() {
    const answer = onAdd(platform, url)
    setRefused(answer)
    if (answer) return
    setPlatform('')
    setUrl('')
  }
  return (
    <>
      <div className={styles.line}>
        <Field label="Platform" className={styles.narrow}>
          <Select value={platform} onChange={(event) => setPlatform(event.target.value)}>
            <option value="">Choose</option>
            {PLATFORMS.map((one) => (
              <option key={one} value={one}>
                {platformNames[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Profile URL" className={styles.wide}>
          <TextInput
            inputMode="url"
            placeholder="https://"
            maxLength={limits.url}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            onKeyDown={onEnter(add)}
          />
        </Field>
        <AddButton label="Add link" onClick={add} />
      </div>
      {refused ? (
        <FieldError>
          {refused === 'invalid' ? 'Invalid URL' : 'Choose a platform and give its address.'}
        </FieldError>
      ) : null}
      <Entries
        entries={Object.entries(links).map(([key, link]) => ({
          key,
          icon: <PlatformIcon platform={key} size={17} />,
          text: handleOf(link),
          aside: <span className="sm faint">{platformNames[key] ?? key}</span>,
        }))}
        onRemove={onRemove}
        error={error}
      />
    </>
  )
}

interface PortfolioProps {
  urls: readonly string[]
  onAdd: (url: string) => Refused | null
  onRemove: (url: string) => void
  error?: string | undefined
}

/** Portfolio links: added when not empty and not there yet (SPEC §5). */
export function PortfolioField({ urls, onAdd, onRemove, error }: PortfolioProps) {
  const [url, setUrl] = useState('')
  const [refused, setRefused] = useState<Refused | null>(null)
  function add() {
    const answer = onAdd(url)
    setRefused(answer)
    if (!answer) setUrl('')
  }
  return (
    <>
      <div className={styles.line}>
        <Field
          label="Portfolio URL"
          hint="A picture or a film is shown as it is, a page by its name."
        >
          <TextInput
            inputMode="url"
            placeholder="https://"
            maxLength={limits.url}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            onKeyDown={onEnter(add)}
          />
        </Field>
        <span className={styles.besideHint}>
          <AddButton label="Add piece" onClick={add} />
        </span>
      </div>
      {refused ? (
        <FieldError>{refused === 'invalid' ? 'Invalid URL' : 'Give an address first.'}</FieldError>
      ) : null}
      <Entries
        entries={urls.map((one) => ({ key: one, text: one }))}
        onRemove={onRemove}
        error={error}
      />
    </>
  )
}

interface RatesProps {
  rates: Readonly<Record<string, number>>
  onAdd: (service: string, amount: string) => Refused | null
  onRemove: (service: string) => void
  error?: string | undefined
}

/** Rates: a service and what it costs in USD (SPEC §5). */
export function RatesField({ rates, onAdd, onRemove, error }: RatesProps) {
  const [service, setService] = useState('')
  const [amount, setAmount] = useState('')
  const [refused, setRefused] = useState<Refused | null>(null)
  function add() {
    const answer = onAdd(service, amount)
    setRefused(answer)
    if (answer) return
    setService('')
    setAmount('')
  }
  return (
    <>
      <div className={styles.line}>
        <Field label="Service type">
          <TextInput
            placeholder="e.g., Instagram reel"
            maxLength={limits.rate_name}
            value={service}
            onChange={(event) => setService(event.target.value)}
            onKeyDown={onEnter(add)}
          />
        </Field>
        <Field label="Amount (USD)" className={styles.narrow}>
          <PriceInput
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            onKeyDown={onEnter(add)}
          />
        </Field>
        <AddButton label="Add rate" onClick={add} />
      </div>
      {refused ? (
        <FieldError>
          {refused === 'invalid'
            ? 'Enter an amount between 0 and 1,000,000 with at most two decimals.'
            : 'Give a service and its amount.'}
        </FieldError>
      ) : null}
      <Entries
        entries={Object.entries(rates).map(([key, value]) => ({
          key,
          text: key,
          aside: <span className="strong num">{formatUsd(value)}</span>,
        }))}
        onRemove={onRemove}
        error={error}
      />
    </>
  )
}
