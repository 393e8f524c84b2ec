import { OPERATOR_LIMITS, WEBHOOK_STATES } from '#contract/operator.ts'
import { useAddressSearch } from '#web/api/use-address-search.ts'
import { ConsoleList, type Filter } from './ConsoleList.tsx'
import { plainWord } from './console-words.ts'
import { useConsoleList } from './use-console.ts'
import { WebhookDeliveries } from './WebhookDeliveries.tsx'
import { webhookColumns } from './webhook-columns.tsx'

const filters: readonly Filter[] = [
  {
    label: 'State',
    name: 'state',
    choices: WEBHOOK_STATES.map((value) => ({ value, word: plainWord(value) })),
  },
]

/** What the provider reported, newest first. */
export function WebhooksScreen() {
  const search = useAddressSearch(OPERATOR_LIMITS.search)
  const list = useConsoleList('operator.webhooks', {
    q: search.asked,
    state: search.choice('state', WEBHOOK_STATES),
  })
  return (
    <ConsoleList
      title="Webhook inbox"
      text="What Stripe reported, each event stored once and applied by a job."
      lead={<WebhookDeliveries />}
      search={search}
      searchFor="Event type, event id or Stripe object"
      filters={filters}
      list={list}
      columns={webhookColumns}
      empty={{ title: 'Nothing was reported yet', text: 'Check the webhook’s address and secret.' }}
    />
  )
}
