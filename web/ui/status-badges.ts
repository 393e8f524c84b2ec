import type { ApplicationStatus } from '#contract/applications.ts'
import type { DeliverableStatus } from '#contract/deliverables.ts'
import type { InvitationStatus } from '#contract/invitations.ts'
import { PAYMENT_LABELS, type PaymentStatus } from '#contract/payments.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import type { GlyphName } from './glyphs.tsx'

/** The colours in which a state may repeat its word. */
export type BadgeTone = 'gray' | 'green' | 'blue' | 'purple' | 'red' | 'yellow' | 'key'

/** The kinds of things that have a status. */
export type StatusKind = 'project' | 'application' | 'invitation' | 'deliverable' | 'payment'

/** How one status is shown. */
export interface StatusBadgeEntry {
  word: string
  tone: BadgeTone
  glyph: GlyphName
}

/** Every status of the product and its badge (DESIGN §3); the project and deliverable colours are the spec's. */
export const statusBadges = {
  project: {
    draft: { word: 'Draft', tone: 'gray', glyph: 'dashed-ring' },
    active: { word: 'Active', tone: 'green', glyph: 'ring-dot' },
    in_progress: { word: 'In progress', tone: 'blue', glyph: 'half-disc' },
    completed: { word: 'Completed', tone: 'purple', glyph: 'check' },
    cancelled: { word: 'Cancelled', tone: 'red', glyph: 'cross' },
  } satisfies Record<ProjectStatus, StatusBadgeEntry>,
  application: {
    pending: { word: 'Pending', tone: 'yellow', glyph: 'clock' },
    accepted: { word: 'Accepted', tone: 'green', glyph: 'check' },
    rejected: { word: 'Rejected', tone: 'red', glyph: 'cross' },
  } satisfies Record<ApplicationStatus, StatusBadgeEntry>,
  invitation: {
    pending: { word: 'Pending', tone: 'yellow', glyph: 'clock' },
    accepted: { word: 'Accepted', tone: 'green', glyph: 'check' },
    declined: { word: 'Declined', tone: 'red', glyph: 'cross' },
  } satisfies Record<InvitationStatus, StatusBadgeEntry>,
  deliverable: {
    pending: { word: 'Pending', tone: 'yellow', glyph: 'clock' },
    approved: { word: 'Approved', tone: 'green', glyph: 'check' },
    rejected: { word: 'Needs revision', tone: 'red', glyph: 'return' },
  } satisfies Record<DeliverableStatus, StatusBadgeEntry>,
  payment: {
    pending: { word: PAYMENT_LABELS.pending, tone: 'yellow', glyph: 'clock' },
    held_in_escrow: { word: PAYMENT_LABELS.held_in_escrow, tone: 'key', glyph: 'key' },
    released: { word: PAYMENT_LABELS.released, tone: 'green', glyph: 'open-key' },
    refunded: { word: PAYMENT_LABELS.refunded, tone: 'gray', glyph: 'return' },
    failed: { word: PAYMENT_LABELS.failed, tone: 'red', glyph: 'cross' },
  } satisfies Record<PaymentStatus, StatusBadgeEntry>,
} as const

/** A status's badge; an unknown one is gray and keeps its own name, underscores as spaces. */
export function statusBadge(kind: StatusKind, status: string): StatusBadgeEntry {
  const badges: Readonly<Record<string, StatusBadgeEntry>> = statusBadges[kind]
  return badges[status] ?? { word: plainWord(status), tone: 'gray', glyph: 'dashed-ring' }
}

function plainWord(status: string): string {
  const spaced = status.replaceAll('_', ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Replaces the status's badge: a delivery that waited when the dispute about its deal was decided. */
export const decidedBadge: StatusBadgeEntry = {
  word: 'Dispute decided',
  tone: 'gray',
  glyph: 'check',
}

/** Replaces the status's badge: a delivery that was superseded by that version before it was answered. */
export const replacedBadge = (version: number): StatusBadgeEntry => ({
  word: `Replaced by V${version}`,
  tone: 'gray',
  glyph: 'return',
})
