import { useCallback, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { BoardAct, BoardMove } from '#contract/board.ts'
import type { Board } from '#contract/board-schemas.ts'
import { paths } from '#contract/paths.ts'
import { messageOf } from '#web/api/errors.ts'
import { onSettled } from '#web/api/on-settled.ts'
import { useAnswerApplication, useShortlist } from '#web/applications/use-applications.ts'
import { Crumb } from '#web/deal/Crumb.tsx'
import { useNet } from '#web/offers/use-net.ts'
import { useRefresh } from '#web/realtime/use-refresh.ts'
import { seatWords } from '#web/seats/seat-words.ts'
import { ButtonLink } from '#web/ui/ButtonLink.tsx'
import { lazyComponent } from '#web/ui/lazy-component.tsx'
import { Time } from '#web/ui/Time.tsx'
import { toast } from '#web/ui/toast.ts'
import { useKeptFocus } from '#web/ui/use-kept-focus.ts'
import styles from './Board.module.css'
import { BoardColumns } from './BoardColumns.tsx'
import { BoardDialog } from './BoardDialog.tsx'
import { boardHires, type BoardItem, boardItems, itemNow } from './board-items.ts'
import { boardWords as say } from './board-words.ts'
import { BudgetBar } from './BudgetBar.tsx'
import type { BulkOutcome } from './BulkResult.tsx'
import type { JustDeclined } from './Declined.tsx'
import { useSelected } from './use-selected.ts'

const FundAll = lazyComponent(
  async () => (await import('#web/seats/FundAll.tsx')).FundAll,
  null,
  'seller',
)
const ApprovedWork = lazyComponent(
  async () => (await import('./ApprovedWork.tsx')).ApprovedWork,
  null,
  'nobody',
)
const BulkActs = lazyComponent(
  async () => (await import('./BulkActs.tsx')).BulkActs,
  null,
  'nobody',
)
const Declined = lazyComponent(async () => (await import('./Declined.tsx')).Declined)
const BulkResult = lazyComponent(
  async () => (await import('./BulkResult.tsx')).BulkResult,
  null,
  'nobody',
)
/** A board: its money, its columns, and the brand's actions on the cards. */
export function BoardPage({ board }: { board: Board }) {
  const { project, money, deals } = board
  const items = boardItems(board, useNet())
  const toReview = items.filter(({ moves }) => moves.some(({ act }) => act === 'approve')).length
  const shortlist = useShortlist()
  const answer = useAnswerApplication()
  const refresh = useRefresh('applications')
  const selected = useSelected(board, items)
  const [asking, setAsking] = useState<{ item: BoardItem; act: BoardAct } | null>(null)
  const [declined, setDeclined] = useState<JustDeclined | null>(null)
  const [said, setSaid] = useState('')
  const [result, setResult] = useState<BulkOutcome | null>(null)
  // A moved card is another element in its next column: the keyboard focus follows it.
  const moved = useRef<string | null>(null)
  const place = useKeptFocus<HTMLDivElement>(
    items.map(({ key, column }) => `${key}:${column}`).join(),
    () => document.querySelector<HTMLElement>(`[data-card="${moved.current}"]`),
  )
  // A response may arrive after its card has moved and the next question is open: it closes only its own question.
  const close = useCallback(() => setAsking((now) => (now === asking ? null : now)), [asking])

  function move(item: BoardItem, { act, to }: BoardMove) {
    moved.current = item.key
    if (act !== 'shortlist' && act !== 'unshortlist') return setAsking({ item, act })
    if (!item.application) return
    onSettled(shortlist.mutateAsync({ id: item.application.id, on: act === 'shortlist' }), {
      onSuccess: () => setSaid(say.moved(item.first, to)),
      onError: (error) => toast.error(say.moveFailed, messageOf(error)),
    })
  }

  function decline({ application, first }: BoardItem) {
    if (!application) return
    const { id } = application
    onSettled(answer.mutateAsync({ id, answer: 'reject' }), {
      onSuccess: (answered) => {
        const until = 'undo_until' in answered ? answered.undo_until : null
        setDeclined(until === null ? null : { ids: [id], who: first, until })
      },
      onError: (error) => toast.error(`Failed to reject application: ${messageOf(error)}`),
    })
  }

  // The card in question is gone, or has moved: nothing is left to ask.
  const asked = asking && itemNow(board, items, asking.item)
  const stillAsks = asked?.moves.some(({ act }) => act === asking?.act) ?? false

  return (
    <div className="page wrap" ref={place} tabIndex={-1}>
      <Crumb to={paths.project(project.id)} of={paths.myProjects}>
        {project.title}
      </Crumb>
      <div className="page-head">
        <div>
          <h1>{say.title}</h1>
          <p className="num">
            {say.intro(project.wanted, project.hired)}
            {project.until && project.status === 'active' ? (
              <>
                {' · '}
                {seatWords.until} <Time value={project.until} />
              </>
            ) : null}
          </p>
        </div>
        <div className={styles.acts}>
          {deals.some(({ column }) => column === 'approved' || column === 'paid') ? (
            <ApprovedWork projectId={project.id} />
          ) : null}
          {toReview > 0 ? (
            <ButtonLink variant="tonal" to={paths.reviewQueue(project.id)}>
              {say.reviewAll(toReview)}
            </ButtonLink>
          ) : null}
        </div>
      </div>
      <BudgetBar money={money} />
      <FundAll projectId={project.id} deals={deals.map(({ deal }) => deal)} />
      {/* Rendered before it has anything to say, so that screen readers announce it. */}
      <div role="status" className={result ? styles.result : undefined}>
        {result ? <BulkResult of={result} onClose={() => setResult(null)} /> : null}
      </div>
      {declined ? (
        <Declined
          key={declined.until}
          of={declined}
          onUndone={() => setResult(null)}
          onOver={() => {
            setDeclined(null)
            void refresh()
          }}
        />
      ) : null}
      <p className="sr" role="status">
        {said}
      </p>
      <BoardColumns
        board={board}
        items={items}
        acts={{ move, decline, select: boardHires(board) ? selected : null }}
        announce={setSaid}
      />
      {board.off > 0 ? (
        <p className="sm muted">
          {say.off(board.off)}{' '}
          <Link className="link" to={paths.hires(project.id)}>
            {say.allDeals}
          </Link>
        </p>
      ) : null}
      <BulkActs
        project={project}
        chosen={selected.chosen}
        onClear={selected.clear}
        onTold={setResult}
        onDeclined={setDeclined}
      />
      {asking &&
      asked &&
      stillAsks &&
      asking.act !== 'shortlist' &&
      asking.act !== 'unshortlist' ? (
        <BoardDialog
          key={`${asking.item.key}:${asking.act}`}
          board={board}
          item={asked}
          act={asking.act}
          onClose={close}
        />
      ) : null}
    </div>
  )
}
