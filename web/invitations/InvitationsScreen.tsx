import { MailOpen } from 'lucide-react'
import { messageOf } from '../api/errors.ts'
import { useAuth } from '../api/session.tsx'
import { AccessDenied } from '../app/AccessDenied.tsx'
import { usePageHead } from '../app/head.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton, SkeletonGroup } from '../ui/Skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { InvitationRow } from './InvitationRow.tsx'
import styles from './InvitationsScreen.module.css'
import { useInvitations } from './use-invitations.ts'

/** /my-invitations: what brands asked a creator to look at, with the two answers. */
export function InvitationsScreen() {
  const { role } = useAuth()
  usePageHead({ title: 'My Invitations' })
  if (role === 'seller') return <AccessDenied text="This page is only available to creators." />
  return (
    <div className="wrap page">
      <div className="page-head">
        <div>
          <h1>My Invitations</h1>
          <p>Accepting opens a conversation and takes you to the project to apply.</p>
        </div>
      </div>
      <Invitations />
    </div>
  )
}

function Invitations() {
  const { data, isPending, isError, error, refetch } = useInvitations()
  const now = useNow()
  if (isPending) {
    return (
      <SkeletonGroup className={styles.list}>
        {[0, 1].map((place) => (
          <Skeleton key={place} height={168} radius="var(--radius-lg)" />
        ))}
      </SkeletonGroup>
    )
  }
  if (isError) {
    return (
      <Notice
        tone="danger"
        role="alert"
        title={messageOf(error)}
        actions={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={MailOpen}
        title="No invitations yet"
        text="Brands invite creators whose profile suits their project."
        action={<ButtonLink to={paths.editProfile}>Complete your profile</ButtonLink>}
      />
    )
  }
  return (
    <ul className={styles.list}>
      {data.map((invitation) => (
        <li key={invitation.id}>
          <InvitationRow invitation={invitation} now={now} />
        </li>
      ))}
    </ul>
  )
}
