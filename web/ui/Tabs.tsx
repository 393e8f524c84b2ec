import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Count } from './Count.tsx'
import { cx } from './cx.ts'
import styles from './Tabs.module.css'

/** One tab: its value, its words, and a number that is quiet or waiting for the reader. */
export interface Tab {
  value: string
  label: ReactNode
  count?: number
  waiting?: boolean
}

interface Props {
  /** Names the list of tabs for assistive technology. */
  label: string
  tabs: readonly Tab[]
  value: string
  onValueChange: (value: string) => void
  className?: string
  /** One `TabPanel` for each tab. */
  children: ReactNode
}

/** Underlined tabs for the sections of a page. Arrow keys move; the list scrolls when narrow. */
export function Tabs({ label, tabs, value, onValueChange, className, children }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={className}>
      <Radix.List className={styles.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
            {tab.count === undefined ? null : <Count count={tab.count} waiting={tab.waiting} />}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

/** Segmented tabs: two or three equal choices that swap what is below. */
export function SegmentedTabs({ label, tabs, value, onValueChange, className, children }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className={className}>
      <Radix.List className={styles.segments} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.segment}>
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

/** What one tab shows; it is only in the document while its tab is chosen. */
export function TabPanel({
  value,
  className,
  children,
}: {
  value: string
  className?: string
  children: ReactNode
}) {
  return (
    <Radix.Content value={value} className={cx(styles.panel, className)}>
      {children}
    </Radix.Content>
  )
}
