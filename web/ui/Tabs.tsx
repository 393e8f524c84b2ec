import { createContext, use, useId, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { Count } from './Count.tsx'
import { cx } from './cx.ts'
import styles from './Tabs.module.css'
import { useKeptFocus } from './use-kept-focus.ts'

/** One tab: its value, its label, and a count that is muted or waits for the reader. */
export interface Tab {
  value: string
  label: ReactNode
  count?: number
  waiting?: boolean
}

interface Props {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly Tab[]
  value: string
  onValueChange: (value: string) => void
  /** Called when the reader is about to use the tabs: preloads what the other tabs show. */
  onIntent?: () => void
  className?: string
  /** One `TabPanel` for each tab. */
  children: ReactNode
}

/** The open tab, and the ids that connect tabs and panels. */
const Open = createContext<{ id: string; value: string } | null>(null)

/** Underlined tabs for the sections of a page. Arrow keys move; the list scrolls when narrow. */
export function Tabs(props: Props) {
  return <TabSet {...props} listClass={styles.tabs} tabClass={styles.tab} />
}

/** Segmented tabs: two or three equal choices that switch the content below. */
export function SegmentedTabs(props: Props) {
  return <TabSet {...props} listClass={styles.segments} tabClass={styles.segment} />
}

function TabSet({
  label,
  tabs,
  value,
  onValueChange,
  onIntent,
  className,
  children,
  listClass,
  tabClass,
}: Props & { listClass: string | undefined; tabClass: string | undefined }) {
  const id = useId()
  const open = useMemo(() => ({ id, value }), [id, value])
  // A link inside a panel that opens another panel disappears with its own panel.
  const place = useKeptFocus<HTMLDivElement>(value, () =>
    document.getElementById(`${id}-panel-${value}`),
  )

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs.at(to % tabs.length)
    if (!next) return
    onValueChange(next.value)
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
  }

  return (
    <div ref={place} className={className}>
      <div role="tablist" aria-label={label} className={listClass} onPointerOver={onIntent}>
        {tabs.map((tab) => {
          const selected = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              className={tabClass}
              aria-selected={selected}
              aria-controls={selected ? `${id}-panel-${tab.value}` : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={onKeyDown}
              onFocus={onIntent}
            >
              {tab.label}
              {tab.count === undefined ? null : <Count count={tab.count} waiting={tab.waiting} />}
            </button>
          )
        })}
      </div>
      <Open value={open}>{children}</Open>
    </div>
  )
}

/** One tab's content; mounted only while its tab is selected. */
export function TabPanel({
  value,
  className,
  children,
}: {
  value: string
  className?: string
  children: ReactNode
}) {
  const open = use(Open)
  if (open?.value !== value) return null
  return (
    <div
      role="tabpanel"
      id={`${open.id}-panel-${value}`}
      aria-labelledby={`${open.id}-tab-${value}`}
      tabIndex={0}
      className={cx(styles.panel, className)}
    >
      {children}
    </div>
  )
}
