import { maybeRow, rows, sql } from '#server/db/sql.ts'
import { confirmProposal } from '#server/operator/proposal-service.ts'
import { builtViewer } from '#tests/support/two-processes.ts'
import type { BuiltUser } from '#tests/support/builders.ts'
import { codeOf, type Frozen, frozenBy, moneyIn } from './desk-look.ts'
import type { DeskStep } from './desk-steps.ts'
import { dyingPool } from './dying-pool.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'

interface Proposal {
  id: string
  subject_id: string
  status: string
  digest: string
  proposed_by: string
  settled_by: string | null
  is_over: boolean
  returned: number
}

type Confirm = Extract<DeskStep, { do: 'confirm_proposal' }>
type EndByHand = Extract<DeskStep, { do: 'reject_proposal' | 'withdraw_proposal' }>

const REASON = 'As it was proposed.'

/**
 * How operators respond to proposals: nothing moves before someone else confirms exactly what was proposed, and then
 * only once (decision 0108).
 */
export class Proposals {
  private readonly run: Run
  private readonly operators: readonly BuiltUser[]

  constructor(run: Run, operators: readonly BuiltUser[]) {
    this.run = run
    this.operators = operators
  }

  async confirm({ pick, as, dies }: Confirm): Promise<string> {
    const proposal = await this.proposal(pick)
    if (proposal === null) return 'no proposal'
    const frozen = await frozenBy(this.run.world, proposal.subject_id)
    const before = await moneyIn(this.run.world)
    const others = this.operators.filter(({ id }) => id !== proposal.proposed_by)
    const confirming =
      as === 'proposer'
        ? this.operators.filter(({ id }) => id === proposal.proposed_by)
        : others.slice(0, as === 'both' ? 2 : 1)
    if (dies !== null) return this.confirmAndDie(proposal, confirming, dies, before, frozen)
    const answers = await Promise.all(
      confirming.map((operator) =>
        this.run.world.call(operator, 'operator.confirm_proposal', {
          params: { id: proposal.id },
          body: { digest: proposal.digest, reason: REASON },
        }),
      ),
    )
    const codes = answers.map((answer) => codeOf('confirm_proposal', answer))
    const done = answers.filter(({ body }) => body['changed'] === true).length
    return this.confirmed({ proposal, frozen, before, codes, done, as })
  }

  /** Compares the outcome of the money with who confirmed. */
  private async confirmed(of: {
    proposal: Proposal
    frozen: readonly Frozen[]
    before: string
    codes: readonly string[]
    done: number
    as: Confirm['as']
  }): Promise<string> {
    const { proposal, frozen, before, codes, done, as } = of
    const said = `${as}: ${codes.join(', ')}`
    const mayBe = proposal.status === 'proposed' && !proposal.is_over && as !== 'proposer'
    if (done > 1 || (done === 1 && !mayBe))
      throw new Violation('M14', `${done} confirmed a proposal that is ${proposal.status}, ${said}`)
    if (done === 0) {
      if ((await moneyIn(this.run.world)) !== before)
        throw new Violation('M14', `money moved, ${said}`)
      return codes.join(', ')
    }
    this.run.noteDecided(frozen, proposal.returned)
    await this.isNow(proposal, 'confirmed')
    return `${as} confirmed`
  }

  /**
   * A process dies before its nth statement of a confirmation: either nothing happened, or all of it did if the
   * confirmation had fewer statements.
   */
  private async confirmAndDie(
    proposal: Proposal,
    [operator]: readonly BuiltUser[],
    dies: number,
    before: string,
    frozen: readonly Frozen[],
  ): Promise<string> {
    if (operator === undefined) return 'no one'
    const { deps } = this.run.world
    const dying = dyingPool(deps.pool, dies)
    const asked = { id: proposal.id, digest: proposal.digest, reason: REASON, now: new Date() }
    const done = await confirmProposal(
      { ...deps, pool: dying.pool },
      { ...asked, viewer: builtViewer(operator) },
    ).then(
      ({ changed }) => changed,
      () => false,
    )
    if (dying.hasDied()) {
      if ((await moneyIn(this.run.world)) !== before)
        throw new Violation('M14', `a confirmation died at statement ${dies} and moved money`)
      await this.isNow(proposal, proposal.status)
      return 'died'
    }
    return this.confirmed({
      proposal,
      frozen,
      before,
      codes: [done ? 'ok' : 'refused'],
      done: done ? 1 : 0,
      as: operator.id === proposal.proposed_by ? 'proposer' : 'other',
    })
  }

  async endByHand({ do: how, pick, as }: EndByHand): Promise<string> {
    const proposal = await this.proposal(pick)
    const isOwn = as === 'proposer'
    const operator = this.operators.find(({ id }) => (id === proposal?.proposed_by) === isOwn)
    if (proposal === null || operator === undefined) return 'no proposal'
    const before = await moneyIn(this.run.world)
    const answer = await this.run.world.call(operator, `operator.${how}`, {
      params: { id: proposal.id },
      body: { reason: REASON },
    })
    const code = codeOf(how, answer)
    const isTheirs = isOwn === (how === 'withdraw_proposal')
    const isDone = code === 'ok'
    const end = how === 'reject_proposal' ? 'rejected' : 'withdrawn'
    // The second of two clicks is answered like the first, and changes nothing.
    const isRepeat = proposal.status === end && proposal.settled_by === operator.id
    if (isDone !== (isTheirs && (isRepeat || proposal.status === 'proposed')))
      throw new Violation('M14', `${how} of a ${proposal.status} one by ${as}: ${code}`)
    if (isDone && answer.body.changed === isRepeat)
      throw new Violation('M14', `${how} of a ${proposal.status} one was recorded wrongly`)
    await this.isNow(proposal, isDone ? end : proposal.status)
    if ((await moneyIn(this.run.world)) !== before) throw new Violation('M14', `${how} moved money`)
    return code
  }

  private async isNow({ id }: Proposal, status: string): Promise<void> {
    const found = await maybeRow<{ status: string }>(
      this.run.world.pool,
      sql`select status from operator_proposals where id = ${id}`,
    )
    if (found?.status !== status)
      throw new Violation('M14', `a proposal is ${found?.status}, not ${status}`)
  }

  private async proposal(pick: number): Promise<Proposal | null> {
    const found = await rows<Proposal>(
      this.run.world.pool,
      sql`select id, subject_id, status, digest, proposed_by, settled_by, expires_at <= now() as is_over,
          coalesce((terms ->> 'returned_cents')::bigint, 0) as returned
        from operator_proposals order by proposed_at desc, id`,
    )
    return found[pick % Math.max(1, found.length)] ?? null
  }
}
