import { OPERATOR_LIMITS, PAYMENT_FLAGS } from '#contract/operator.ts'
import { PAYMENT_LABELS, PAYMENT_STATUSES } from '#contract/payments.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { flagWords } from './console-words.ts'
import { paymentColumns } from './payment-columns.tsx'
import { useConsoleList } from './use-console.ts'

const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'status',
    rest: 'Any state',
    choices: PAYMENT_STATUSES.map((value) => ({ value, word: PAYMENT_LABELS[value] })),
  },
  {
    label: 'Needs a look',
    name: 'flag',
    rest: 'With or without a flag',
    choices: PAYMENT_FLAGS.map((value) => ({ value, word: flagWords[value] })),
  },
]

/** Every payment, newest first, searchable by any of its ids. */
export function PaymentsScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.payments', {
    q: search.asked,
    status: search.choice('status', PAYMENT_STATUSES),
    flag: search.choice('flag', PAYMENT_FLAGS),
  })
  return (
    <ConsoleList
      title="Payments"
      text="Every payment, newest first."
      search={search}
      searchFor="Id of a payment, project or Stripe object"
      filters={filters}
      list={list}
      columns={paymentColumns}
      empty={{ title: 'No payments yet', text: 'They appear when a brand funds a deal.' }}
    />
  )
}
