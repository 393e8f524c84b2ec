import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { OperatorRing } from '#contract/ring-schemas.ts'
import { RING_DEALS, signalsText } from '#contract/rings.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { PersonLink } from './RecordCells.tsx'
import type { Column } from './RecordTable.tsx'
import { useAct, useConsoleList } from './use-console.ts'

const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

const STATES = ['overruled'] as const
const filters: readonly Filter[] = [
  { label: 'State', name: 'state', choices: [{ value: 'overruled', word: 'Overruled' }] },
]

const columnsWith = (overrule: (ring: OperatorRing) => void): readonly Column<OperatorRing>[] => [
  {
    name: 'They share',
    kind: 'wide',
    cell: ({ signals, deals, deal_count: count }) => (
      <>
        <span className={styles.name}>{signalsText(signals)}</span>
        {deals.map(({ id, title }) => (
          <span key={id} className={styles.sub}>
            <Link className={`link ${styles.subLink}`} to={consolePaths.project(id)}>
              {title}
            </Link>
          </span>
        ))}
        {count > RING_DEALS ? (
          <span className={styles.sub}>and {count - RING_DEALS} older ones</span>
        ) : null}
      </>
    ),
  },
  { name: 'Brand', cell: ({ seller }) => <PersonLink person={seller} /> },
  { name: 'Creator', cell: ({ creator }) => <PersonLink person={creator} /> },
  { name: 'Deals', cell: ({ deal_count: count }) => count },
  { name: 'Found', cell: ({ found_at: at }) => <Time value={at} /> },
  {
    name: 'Acts',
    kind: 'acts',
    cell: (ring) =>
      ring.overruled ? null : (
        <Button size="sm" variant="quiet" onClick={() => overrule(ring)}>
          Not a ring
        </Button>
      ),
  },
]

/** A brand and a creator who share something: their deals are left out of all figures until an operator overrules it. */
export function RingsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const state = search.choice('state', STATES)
  const list = useConsoleList('operator.rings', { state })
  const [overruling, setOverruling] = useState<OperatorRing | null>(null)
  const act = useAct('operator.overrule_ring')
  const columns = useMemo(() => columnsWith(setOverruling), [])
  return (
    <ConsoleList
      title="Rings"
      text="Brands and creators with deals who share a card, an address or a device. These deals count in no figure and no average."
      search={search}
      filters={filters}
      list={list}
      columns={columns}
      empty={{ title: 'No rings', text: 'Pairs appear here within a minute of what links them.' }}
    >
      {overruling === null ? null : (
        <ReasonDialog
          draft={`operator.overrule_ring-${overruling.id}`}
          title="Not a ring?"
          confirm="Not a ring"
          done="Their deals count again"
          act={(reason) => act.mutateAsync({ params: { id: overruling.id }, body: { reason } })}
          onClose={() => setOverruling(null)}
        >
          <p className="muted">
            What these two share now is harmless, and their deals count. If they come to share
            something else, they are listed again.
          </p>
        </ReasonDialog>
      )}
    </ConsoleList>
  )
}
