import { useParams } from 'react-router'
import { usePageHead } from '#web/page/head.ts'
import { NotFound } from '#web/page/NotFound.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { useOrder } from './use-orders.ts'

/** /orders/:id: an order, for the brand that placed it and the creator who accepts or declines it. */
export function PackageOrderScreen() {
  const { id = '' } = useParams()
  const { data: order, isError } = useOrder(id)
  usePageHead({ title: order?.terms.title ?? 'Order' })
  if (isError && !order) return <NotFound />
  if (!order) return <Loading page />
  return (
    <div className="wrap page">
      <OrderDetails order={order} />
    </div>
  )
}
