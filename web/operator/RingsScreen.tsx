import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { OperatorRing } from '#contract/ring-schemas.ts'
import { RING_DEALS, signalsText } from '#contract/rings.ts'
import { OPERATOR_LIMITS } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Allowed } from './Allowed.tsx'
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
  {
    label: 'State',
    name: 'state',
    rest: 'Left out',
    choices: [{ value: 'overruled', word: 'Overruled' }],
  },
]

const columnsWith = (decide: (ring: OperatorRing) => void): readonly Column<OperatorRing>[] => [
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
    cell: (ring) => (
      <Allowed call="operator.overrule_ring">
        {' '}
        <Button size="sm" onClick={() => decide(ring)}>
          {ring.overruled ? 'Leave out again' : 'Not a ring'}
        </Button>
      </Allowed>
    ),
  },
]

/** The words of the dialog before an operator overrules a pair, and before they take that back. */
const OVERRULE = {
  title: 'Not a ring?',
  confirm: 'Not a ring',
  done: 'Their deals count again',
  text: 'What these two share now is harmless, and their deals count. If they come to share something else, they are listed again.',
} as const
const REINSTATE = {
  title: 'Leave their deals out again?',
  confirm: 'Leave out again',
  done: 'Their deals are left out again',
  text: 'These deals stop counting in figures, badges and averages of both, as before they were overruled.',
} as const

/** The words of the list above its rows, and when it has none. */
const LEFT_OUT = {
  text: 'Brands and creators with deals who share a card, an address or a device. These deals count in no figure and no average.',
  empty: { title: 'No rings', text: 'Pairs appear here within a minute of what links them.' },
} as const
const OVERRULED = {
  text: 'Brands and creators whose link an operator found harmless. Their deals count like all others.',
  empty: { title: 'No overruled pairs', text: 'A pair comes here when an operator overrules it.' },
} as const

/** A brand and a creator who share something: their deals are left out of all figures until an operator overrules it. */
export function RingsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const state = search.choice('state', STATES)
  const list = useConsoleList('operator.rings', { state })
  const [decided, setDecided] = useState<OperatorRing | null>(null)
  const columns = useMemo(() => columnsWith(setDecided), [])
  return (
    <ConsoleList
      title="Rings"
      {...(state === 'overruled' ? OVERRULED : LEFT_OUT)}
      search={search}
      filters={filters}
      list={list}
      columns={columns}
    >
      {decided === null ? null : <RingDialog ring={decided} onClose={() => setDecided(null)} />}
    </ConsoleList>
  )
}

function RingDialog({ ring, onClose }: { ring: OperatorRing; onClose: () => void }) {
  const overrule = useAct('operator.overrule_ring')
  const reinstate = useAct('operator.reinstate_ring')
  const { text, ...words } = ring.overruled ? REINSTATE : OVERRULE
  const act = ring.overruled ? reinstate : overrule
  return (
    <ReasonDialog
      {...words}
      draft={`operator.${ring.overruled ? 'reinstate' : 'overrule'}_ring-${ring.id}`}
      act={(reason) => act.mutateAsync({ params: { id: ring.id }, body: { reason } })}
      onClose={onClose}
    >
      <p className="muted">{text}</p>
    </ReasonDialog>
  )
}
