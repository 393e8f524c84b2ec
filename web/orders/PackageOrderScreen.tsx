import { useParams } from 'react-router'
import { isGone } from '#web/api/errors.ts'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { usePageHead } from '#web/page/head.ts'
import { NotFound } from '#web/page/NotFound.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { orderWords } from './order-words.ts'
import { useOrder } from './use-orders.ts'

/** /orders/:id: an order, for the brand that placed it and the creator who accepts or declines it. */
export function PackageOrderScreen() {
  const { id = '' } = useParams()
  const query = useOrder(id)
  const order = query.data
  usePageHead({ title: order?.terms.title ?? orderWords.order })
  if (query.isError && !order)
    return isGone(query.error) ? (
      <NotFound />
    ) : (
      <FailedPage heading={orderWords.order} query={query} failed={() => orderWords.orderFailed} />
    )
  if (!order) return <Loading page />
  return (
    <div className="wrap page">
      <OrderDetails order={order} />
    </div>
  )
}
