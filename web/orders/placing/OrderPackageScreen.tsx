import { useParams } from 'react-router'
import { useAuth } from '#web/api/session.tsx'
import { AccessDenied } from '#web/page/AccessDenied.tsx'
import { usePageHead } from '#web/page/head.ts'
import { paths } from '#contract/paths.ts'
import { usePublicProfile } from '#web/profiles/use-profiles.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { OrderForm } from './OrderForm.tsx'
import { orderWords } from '#web/orders/order-words.ts'

/** /profile/:userId/packages/:packageId/order: a brand orders a package in three steps. */
export function OrderPackageScreen() {
  const { userId = '', packageId = '' } = useParams()
  const { role } = useAuth()
  const { data: creator, isError } = usePublicProfile(userId)
  usePageHead({ title: orderWords.check })
  if (role === 'creator') return <AccessDenied only="seller" />
  if (!creator && !isError) return <Loading page />
  const offer = creator?.packages.find(({ id }) => id === packageId)
  return (
    <div className="wrap page">
      {creator && offer ? (
        <OrderForm creator={creator} offer={offer} />
      ) : (
        <EmptyState
          title={orderWords.gone}
          action={<ButtonLink to={paths.publicProfile(userId)}>Back to the profile</ButtonLink>}
        />
      )}
    </div>
  )
}
