import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { OperatorOfMarket } from '#contract/operator-record-schemas.ts'
import { operatorRoleWords } from '#contract/operator-roles.ts'
import { apiQuery } from '#web/api/query-client.ts'
import { Loaded } from '#web/loading/Loaded.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { type Column, RecordTable } from './RecordTable.tsx'
import { roleMeanings, roleScreenWords as say } from './role-words.ts'

const RoleDialog = lazyComponent(
  async () => (await import('./RoleDialog.tsx')).RoleDialog,
  null,
  'nobody',
)

const columnsWith = (
  change: (operator: OperatorOfMarket) => void,
): readonly Column<OperatorOfMarket>[] => [
  {
    name: 'Operator',
    kind: 'wide',
    cell: ({ name, email }) => (
      <>
        <span className={styles.name}>{name}</span>
        <span className={styles.sub}>{email}</span>
      </>
    ),
  },
  { name: say.role, cell: ({ role }) => operatorRoleWords[role] },
  { name: 'May do', kind: 'wide', cell: ({ role }) => roleMeanings[role] },
  {
    name: 'Acts',
    kind: 'acts',
    cell: (operator) => (
      <Allowed call="operator.set_role">
        <Button
          size="sm"
          aria-label={`${say.change}: ${operator.name}`}
          onClick={() => change(operator)}
        >
          {say.change}
        </Button>
      </Allowed>
    ),
  },
]

/** Everyone who is allowed to open the console, and their roles, which owners assign. */
export function OperatorsScreen() {
  usePageHead({ title: say.title })
  const query = useQuery(apiQuery('operator.operators'))
  const [changed, setChanged] = useState<OperatorOfMarket | null>(null)
  const columns = useMemo(() => columnsWith(setChanged), [])
  return (
    <>
      <div className="page-head">
        <div>
          <h1>{say.title}</h1>
          <p>{say.text}</p>
        </div>
      </div>
      <Loaded query={query} pending={<Loading />}>
        {({ rows }) => (
          <RecordTable label={say.title} columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </Loaded>
      {changed === null ? null : <RoleDialog operator={changed} onClose={() => setChanged(null)} />}
    </>
  )
}
