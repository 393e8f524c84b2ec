import { Link, useNavigate } from 'react-router'
import type { InvitationWithProject } from '#contract/invitation-schemas.ts'
import {
  INVITATION_DAYS,
  INVITATION_LAPSED,
  INVITED_TO_CLOSED,
  invitationTransitions,
  ONLY_DECLINABLE,
} from '#contract/invitations.ts'
import { formatUsd } from '#contract/money.ts'
import { mayMove } from '#contract/transitions.ts'
import { mayPass, messageOf } from '#web/api/errors.ts'
import { longAgo } from '#web/conversations/chat-times.ts'
import { paths } from '#contract/paths.ts'
import { categoryWord, shopName } from '#web/projects/project-words.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Badge, StatusBadge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { daysAfter } from '#web/ui/dates.ts'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './InvitationRow.module.css'
import { useAnswerInvitation, type InvitationAnswer } from './use-invitations.ts'

const NoteShield = lazyComponent(
  async () => (await import('#web/safety/NoteShield.tsx')).NoteShield,
  null,
  'creator',
)

/** One invitation: its brand, its project, and Accept Invitation or Decline while it can be answered. */
export function InvitationRow({
  invitation,
  now,
}: {
  invitation: InvitationWithProject
  now: Date
}) {
  const { project, seller, status, accept_refusal: refusal } = invitation
  const shop = shopName(seller)
  const open = project.status === 'active'
  const pending = mayMove(invitationTransitions, 'accept', status, 'creator')
  return (
    <article className={styles.row} aria-label={`Invitation to ${project.title}`}>
      <div className={styles.head}>
        <Avatar name={shop} src={seller.avatar_url} kind="shop" size={44} />
        <div className="grow">
          <h2 className={styles.title}>
            {/* A closed or hidden project has no page for someone who never applied. */}
            {(open && refusal !== 'project.hidden') || status === 'accepted' ? (
              <Link to={paths.project(project.id)}>{project.title}</Link>
            ) : (
              project.title
            )}
          </h2>
          <p className="sm muted">
            <Link className={styles.shop} to={paths.publicProfile(seller.id)}>
              {shop}
            </Link>{' '}
            invited you,{' '}
            <time dateTime={invitation.created_at}>{longAgo(invitation.created_at, now)}</time>
          </p>
        </div>
        {(pending && !open) || invitation.lapsed_at ? (
          <Badge tone="gray" glyph="cross">
            {invitation.lapsed_at ? 'Lapsed' : 'Closed'}
          </Badge>
        ) : (
          <StatusBadge kind="invitation" status={status} />
        )}
      </div>
      <p className={styles.message}>{invitation.message}</p>
      {pending ? <NoteShield text={invitation.message} reader="creator" /> : null}
      <div className="meta num">
        <span>{formatUsd(project.budget)}</span>
        <span>{categoryWord(project.category)}</span>
        <span>
          {/* One element, because the flex gap would separate the words. */}
          <span>
            Due <Time value={project.deadline} />
          </span>
        </span>
      </div>
      {pending && open && refusal ? <p className="sm muted">{ONLY_DECLINABLE[refusal]}</p> : null}
      {pending ? (
        open ? (
          <Answers invitation={invitation} />
        ) : (
          <p className="sm muted">{INVITED_TO_CLOSED}</p>
        )
      ) : null}
      {pending && open ? (
        <p className="sm muted">
          Open until <Time value={daysAfter(invitation.created_at, INVITATION_DAYS.open)} />.
        </p>
      ) : null}
      {invitation.lapsed_at ? <p className="sm muted">{INVITATION_LAPSED}</p> : null}
    </article>
  )
}

function Answers({ invitation }: { invitation: InvitationWithProject }) {
  const navigate = useNavigate()
  const answer = useAnswerInvitation()
  const asked = answer.isPending ? answer.variables.answer : null

  // Awaited here rather than in callbacks: these buttons are gone before the refreshed list settles.
  async function give(choice: InvitationAnswer) {
    if (answer.isPending) return
    try {
      await answer.mutateAsync({ id: invitation.id, answer: choice })
    } catch (error) {
      // A refusal with its own reason (expired, closed) says more than "try again".
      const reason = mayPass(error) ? undefined : messageOf(error)
      toast.error('Failed to update invitation. Please try again.', reason)
      return
    }
    toast.success(`Invitation ${choice === 'accept' ? 'accepted' : 'declined'} successfully!`)
    if (choice === 'accept') await navigate(paths.project(invitation.project_id))
  }

  return (
    <div className={styles.answers}>
      {/* A server of the previous release says nothing. */}
      {invitation.accept_refusal ? null : (
        <Button
          variant="primary"
          busy={asked === 'accept'}
          disabled={asked === 'decline'}
          onClick={() => void give('accept')}
        >
          Accept Invitation
        </Button>
      )}
      <Button
        busy={asked === 'decline'}
        disabled={asked === 'accept'}
        onClick={() => void give('decline')}
      >
        Decline
      </Button>
    </div>
  )
}
