import type { ApplicationStatus } from '#contract/applications.ts'
import type { DeliverableStatus } from '#contract/deliverables.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import type { ProjectStatus } from '#contract/projects.ts'
import type { Pool } from '#server/db/pool.ts'

/** The states that something may still reach; if this state was acknowledged, it must be found in one of these. */
const REACHABLE = {
  projects: {
    draft: ['draft', 'active', 'in_progress', 'completed', 'cancelled'],
    active: ['active', 'in_progress', 'completed', 'cancelled'],
    in_progress: ['in_progress', 'completed', 'cancelled'],
    completed: ['completed'],
    cancelled: ['cancelled'],
  } satisfies Record<ProjectStatus, ProjectStatus[]>,
  applications: {
    pending: ['pending', 'accepted', 'rejected'],
    accepted: ['accepted'],
    rejected: ['rejected'],
  } satisfies Record<ApplicationStatus, ApplicationStatus[]>,
  deliverables: {
    pending: ['pending', 'approved', 'rejected'],
    approved: ['approved'],
    rejected: ['rejected'],
  } satisfies Record<DeliverableStatus, DeliverableStatus[]>,
  payments: {
    pending: ['pending', 'failed', 'held_in_escrow', 'released', 'refunded'],
    failed: ['failed', 'pending', 'held_in_escrow', 'released', 'refunded'],
    held_in_escrow: ['held_in_escrow', 'released', 'refunded'],
    released: ['released'],
    refunded: ['refunded'],
  } satisfies Record<PaymentStatus, PaymentStatus[]>,
}

/** Acknowledged writes, by kind. Later notes about the same thing replace earlier ones. */
interface Facts {
  people: { id: string; email: string; role: string }
  projects: { id: string; seller_id: string; title: string; status: ProjectStatus }
  applications: {
    id: string
    project_id: string
    creator_id: string
    message: string
    price: number
    status: ApplicationStatus
  }
  conversations: { id: string; project_id: string; creator_id: string }
  messages: {
    id: string
    conversation_id: string
    sender_id: string
    seq: number
    content: string
    /** The receiver got the acknowledgement that it counts as read. */
    read: boolean
  }
  files: { id: string; owner_id: string; size: number }
  deliverables: {
    id: string
    project_id: string
    file_id: string
    version: number
    status: DeliverableStatus
    reviewer_notes: string | null
  }
  payments: { id: string; application_id: string; amount: number; status: PaymentStatus }
}
export type FactKind = keyof Facts

/** Finds the facts of a kind that do not hold; `wanted` are the facts to check. */
const BROKEN: Record<FactKind, { columns: string; join: string; differs: string }> = {
  people: {
    columns: 'id uuid, email text, role text',
    join: `left join profiles found on found.id = wanted.id
      left join auth.users on users.id = wanted.id and users.email_confirmed_at is not null`,
    differs: 'users.id is null or (found.email, found.role) <> (wanted.email, wanted.role)',
  },
  projects: {
    columns: 'id uuid, seller_id uuid, title text, statuses text[]',
    join: 'left join projects found on found.id = wanted.id',
    differs: `(found.seller_id, found.title) <> (wanted.seller_id, wanted.title)
      or found.status <> all(wanted.statuses)`,
  },
  applications: {
    columns:
      'id uuid, project_id uuid, creator_id uuid, message text, price integer, statuses text[]',
    join: 'left join applications found on found.id = wanted.id',
    differs: `(found.project_id, found.creator_id, found.message, found.proposed_price::integer)
        <> (wanted.project_id, wanted.creator_id, wanted.message, wanted.price)
      or case when found.reject_at is null then found.status else 'rejected' end <> all(wanted.statuses)`,
  },
  conversations: {
    columns: 'id uuid, project_id uuid, creator_id uuid',
    join: 'left join conversations found on found.id = wanted.id',
    differs: '(found.project_id, found.creator_id) <> (wanted.project_id, wanted.creator_id)',
  },
  messages: {
    columns:
      'id uuid, conversation_id uuid, sender_id uuid, seq bigint, content text, read boolean',
    join: 'left join messages found on found.id = wanted.id',
    differs: `(found.conversation_id, found.sender_id, found.seq, found.content)
        <> (wanted.conversation_id, wanted.sender_id, wanted.seq, wanted.content)
      or (wanted.read and found.read_at is null)`,
  },
  files: {
    columns: 'id uuid, owner_id uuid, size bigint',
    join: 'left join files found on found.id = wanted.id',
    differs: '(found.owner_id, found.size) <> (wanted.owner_id, wanted.size)',
  },
  deliverables: {
    columns:
      'id uuid, project_id uuid, file_id uuid, version integer, reviewer_notes text, statuses text[]',
    join: 'left join deliverables found on found.id = wanted.id',
    differs: `(found.project_id, found.file_id, found.version)
        <> (wanted.project_id, wanted.file_id, wanted.version)
      or found.status <> all(wanted.statuses)
      or (wanted.reviewer_notes is not null and found.reviewer_notes is distinct from wanted.reviewer_notes)`,
  },
  payments: {
    columns: 'id uuid, application_id uuid, amount integer, statuses text[]',
    join: 'left join payments found on found.id = wanted.id',
    differs: `(found.application_id, found.amount::integer) <> (wanted.application_id, wanted.amount)
      or found.status <> all(wanted.statuses)`,
  },
}

/** The client's own record of everything acknowledged to it. */
export class Journal {
  private readonly facts = new Map<FactKind, Map<string, { id: string }>>()
  /** Noted since the last check. */
  private fresh = new Map<FactKind, Set<string>>()

  /** Records what was just acknowledged. */
  note<Kind extends FactKind>(kind: Kind, fact: Facts[Kind]): void {
    const known = this.facts.get(kind) ?? new Map<string, { id: string }>()
    this.facts.set(kind, known)
    known.set(fact.id, fact)
    const fresh = this.fresh.get(kind) ?? new Set()
    this.fresh.set(kind, fresh.add(fact.id))
  }

  count(): number {
    return [...this.facts.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * The facts that do not hold now, in words: with `all`, out of everything, otherwise out of what was noted since the
   * last check.
   */
  async lost(pool: Pool, { all }: { all: boolean }): Promise<string[]> {
    const fresh = this.fresh
    this.fresh = new Map()
    const found: string[] = []
    for (const [kind, known] of this.facts) {
      const ids = all ? [...known.keys()] : [...(fresh.get(kind) ?? [])]
      const wanted = ids.flatMap((id) => known.get(id) ?? []).map((fact) => asWanted(kind, fact))
      if (wanted.length === 0) continue
      const { columns, join, differs } = BROKEN[kind]
      const { rows } = await pool.query<{ wanted: unknown; found: unknown }>(
        `select to_jsonb(wanted) as wanted, to_jsonb(found) as found
          from jsonb_to_recordset($1::jsonb) as wanted(${columns}) ${join}
          where found.id is null or ${differs} limit 20`,
        [JSON.stringify(wanted)],
      )
      for (const row of rows)
        found.push(`${kind}: ${JSON.stringify(row.wanted)} is ${JSON.stringify(row.found)}`)
    }
    return found
  }
}

function asWanted(kind: FactKind, fact: object): object {
  if (!(kind in REACHABLE) || !('status' in fact)) return fact
  const reachable: Record<string, readonly string[]> = REACHABLE[kind as keyof typeof REACHABLE]
  return { ...fact, statuses: reachable[String(fact.status)] ?? [] }
}
