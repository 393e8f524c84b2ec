import { useAuth } from '../api/session.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { usePageHead } from './head.ts'
import { Unjoined } from './Unjoined.tsx'

/** A page of the other role. `text` is the spec's sentence where it has one. */
export function AccessDenied({
  text = 'This page is only available to sellers.',
}: {
  text?: string
}) {
  usePageHead({ title: 'Access Denied' })
  const seller = useAuth().role === 'seller'
  return (
    <Unjoined
      title="Access Denied"
      text={text}
      action={
        <ButtonLink variant="primary" size="lg" to={seller ? paths.findCreators : paths.dashboard}>
          {seller ? 'Find Creators' : 'Go to My Work'}
        </ButtonLink>
      }
    />
  )
}
