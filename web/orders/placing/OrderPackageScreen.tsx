import { useParams } from 'react-router'
import { isGone } from '#web/api/errors.ts'
import { useAuth } from '#web/api/session.tsx'
import { FailedPage } from '#web/loading/FailedPage.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { Unjoined } from '#web/page/Unjoined.tsx'
import { paths } from '#contract/paths.ts'
import { usePublicProfile } from '#web/profiles/use-profiles.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { OrderForm } from './OrderForm.tsx'
import { orderWords } from '#web/orders/order-words.ts'

/** /profile/:userId/packages/:packageId/order: a brand orders a package in three steps. */
export function OrderPackageScreen() {
  const { userId = '', packageId = '' } = useParams()
  const { role } = useAuth()
  const query = usePublicProfile(userId)
  const creator = query.data
  usePageHead({ title: orderWords.check })
  if (role === 'creator') return <AccessDenied only="seller" />
  if (query.isPending) return <Loading page />
  if (!creator && !isGone(query.error))
    return (
      <FailedPage
        heading={orderWords.order}
        query={query}
        failed={() => orderWords.packageFailed}
      />
    )
  const offer = creator?.packages.find(({ id }) => id === packageId)
  if (!creator || !offer)
    return (
      <Unjoined
        title={orderWords.gone}
        text={orderWords.goneHint}
        action={
          <ButtonLink variant="primary" size="lg" to={paths.publicProfile(userId)}>
            {orderWords.toProfile}
          </ButtonLink>
        }
      />
    )
  return (
    <div className="wrap page">
      <OrderForm creator={creator} offer={offer} />
    </div>
  )
}
