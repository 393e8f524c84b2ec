import { useState } from 'react'
import { Link } from 'react-router'
import type { MoneyProposal } from '#contract/operator-proposal-schemas.ts'
import { proposalWords as words } from '#contract/operator-proposal-words.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { Allowed } from './Allowed.tsx'
import styles from './Console.module.css'
import { consolePaths } from './console-links.ts'
import { plainWord } from './console-words.ts'
import { useAct } from './use-console.ts'

const ReasonDialog = lazyComponent(
  async () => (await import('./ReasonDialog.tsx')).ReasonDialog,
  null,
  'nobody',
)

interface Props {
  proposal: MoneyProposal
  /** Includes a link to its subject. */
  linked?: boolean
}

/** A decision that waits for a second person, and what this operator is allowed to do about it. */
export function ProposalCard({ proposal, linked }: Props) {
  const { sentence, reason, proposed_by, proposed_at, expires_at, own } = proposal
  return (
    <article className={`card ${styles.proposal}`}>
      <h3>{plainWord(sentence)}</h3>
      {linked ? (
        <p>
          <Link className={styles.name} to={pageOf(proposal)}>
            {proposal.project_title ?? 'Differences'}
          </Link>
        </p>
      ) : null}
      <p className={styles.proposalReason}>{reason}</p>
      <p className="sm muted">
        {own ? words.byYou : words.by(proposed_by)}, <Time value={proposed_at} exact />.{' '}
        {words.until} <Time value={expires_at} exact />.
      </p>
      {own ? (
        <div className={styles.proposalActs}>
          <p role="status">{words.waits}</p>
          <Answer proposal={proposal} act="withdraw" />
        </div>
      ) : (
        <Allowed call="operator.confirm_proposal">
          <div className={styles.proposalActs}>
            <Answer proposal={proposal} act="confirm" />
            <Answer proposal={proposal} act="reject" />
          </div>
        </Allowed>
      )}
    </article>
  )
}

const pageOf = ({ act, subject_id }: MoneyProposal) =>
  act === 'decide_dispute'
    ? consolePaths.dispute(subject_id)
    : `${consolePaths.differences}?state=open`

const ASKED = {
  confirm: { title: words.confirmAsk, text: words.confirmText, done: words.confirmed },
  reject: { title: words.rejectAsk, text: words.rejectText, done: words.rejected },
  withdraw: { title: words.withdrawAsk, text: words.rejectText, done: words.withdrawn },
} as const

/** One answer: its button, and the dialog that asks for the reason. */
function Answer(props: { proposal: MoneyProposal; act: keyof typeof ASKED }) {
  const { proposal, act } = props
  const [open, setOpen] = useState(false)
  const confirm = useAct('operator.confirm_proposal')
  const reject = useAct('operator.reject_proposal')
  const withdraw = useAct('operator.withdraw_proposal')
  const { id, digest, sentence } = proposal
  const params = { id }
  const send = {
    confirm: (reason: string) => confirm.mutateAsync({ params, body: { digest, reason } }),
    reject: (reason: string) => reject.mutateAsync({ params, body: { reason } }),
    withdraw: (reason: string) => withdraw.mutateAsync({ params, body: { reason } }),
  }[act]
  const { title, text, done } = ASKED[act]
  const isPayout = act === 'confirm' && proposal.act === 'resolve_difference'
  return (
    <>
      <Button variant={act === 'confirm' ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {words[act]}
      </Button>
      {open ? (
        <ReasonDialog
          draft={`${act}-${id}`}
          title={title}
          confirm={words[act]}
          done={done}
          act={send}
          onClose={() => setOpen(false)}
        >
          <p>{plainWord(sentence)}.</p>
          <p className="muted">{isPayout ? words.payoutConfirmText : text}</p>
        </ReasonDialog>
      ) : null}
    </>
  )
}
