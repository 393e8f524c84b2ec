import type { ReactNode } from 'react'
import type { Deliverable } from '#contract/deliverable-schemas.ts'
import styles from './Badge.module.css'
import { cx } from './cx.ts'
import { Glyph, type GlyphName } from './glyphs.tsx'
import {
  decidedBadge,
  replacedBadge,
  statusBadge,
  type BadgeTone,
  type StatusKind,
} from './status-badges.ts'

/** Glyph and word on a tint. For a status of the product use `StatusBadge`. */
export function Badge({
  tone,
  glyph,
  children,
}: {
  tone: BadgeTone
  glyph: GlyphName
  children: ReactNode
}) {
  return (
    <span className={cx(styles.badge, tone !== 'gray' && styles[tone])}>
      <Glyph name={glyph} />
      {children}
    </span>
  )
}

/** The badge of a status as the server names it; an unknown status shows gray with its own name. */
export function StatusBadge({ kind, status }: { kind: StatusKind; status: string }) {
  const badge = statusBadge(kind, status)
  return (
    <Badge tone={badge.tone} glyph={badge.glyph}>
      {badge.word}
    </Badge>
  )
}

/**
 * The badge of a delivery. A later version replaces one that is waiting; `doneBy`, a later version that was approved,
 * replaces one that needed a revision. A delivery that waited when a dispute was decided no longer waits.
 */
export function DeliverableBadge({
  of: { status, superseded_at, decided, version },
  doneBy,
}: {
  of: Pick<Deliverable, 'status' | 'superseded_at' | 'decided' | 'version'>
  doneBy?: number | undefined
}) {
  const replacing =
    superseded_at === null ? (status === 'rejected' ? doneBy : undefined) : version + 1
  const own = decided ? decidedBadge : statusBadge('deliverable', status)
  const { tone, glyph, word } = replacing === undefined ? own : replacedBadge(replacing)
  return (
    <Badge tone={tone} glyph={glyph}>
      {word}
    </Badge>
  )
}

/** A muted gray label without a function: a niche, "Default". */
export function Tag({ children }: { children: ReactNode }) {
  return <span className={styles.tag}>{children}</span>
}
