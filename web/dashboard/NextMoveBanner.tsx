import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { EscrowKey } from '#web/ui/EscrowKey.tsx'
import { Time } from '#web/ui/Time.tsx'
import styles from './NextMoveBanner.module.css'
import type { NextMove } from './next-move.ts'

/** The red-lead banner of My Work: shown only while something waits for the reader (DESIGN §1.2). */
export function NextMoveBanner({ move }: { move: NextMove }) {
  return (
    <section className={styles.banner} aria-label="Your move">
      <EscrowKey state="held" size={24} />
      <p>{sentence(move)}</p>
      {move.kind === 'invitation' ? (
        <ButtonLink to={paths.myInvitations}>View invitation</ButtonLink>
      ) : move.kind === 'order' ? (
        <ButtonLink to={paths.packageOrder(move.id)}>View order</ButtonLink>
      ) : (
        <ButtonLink to={paths.project(move.projectId)}>Open project</ButtonLink>
      )}
    </section>
  )
}

function sentence(move: NextMove): ReactNode {
  switch (move.kind) {
    case 'deal':
      return (
        <>
          <span className="strong">{move.title}.</span> <span className="muted">{move.says}</span>
        </>
      )
    case 'order':
      return (
        <>
          <span className="strong">
            {move.brand} ordered {move.title}.
          </span>{' '}
          <span className="muted">
            Accept or decline by <Time value={move.answerBy} exact />.
            {move.others === 0
              ? null
              : ` ${move.others} more ${move.others === 1 ? 'order waits' : 'orders wait'}.`}
          </span>
        </>
      )
    case 'invitation':
      return (
        <>
          <span className="strong">
            {move.brand} invited you to {move.title}.
          </span>{' '}
          <span className="muted">
            {move.others === 0
              ? 'Accept or decline.'
              : `${move.others} more ${move.others === 1 ? 'invitation waits' : 'invitations wait'}.`}
          </span>
        </>
      )
  }
}
