import { PROPOSAL_DAYS } from '#contract/operator-proposals.ts'
import { usdFromCents } from '#contract/money.ts'
import { execute, maybeRow, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { buildSeller, type BuiltUser } from '#tests/support/builders.ts'
import { codeOf, frozenBy, moneyIn } from './desk-look.ts'
import { type DeskStep, SECOND_PERSON_FROM_CENTS } from './desk-steps.ts'
import { Proposals } from './proposals.ts'
import type { Run } from './run.ts'
import { Violation } from './violation.ts'
import { OPERATOR_EMAILS } from './world.ts'

const REASON = 'As both sides stated it.'

/**
 * The operators' desk of a run: disputes, decisions, and proposals about large amounts. Each response is compared with
 * the rule of decision 0108: nothing moves before someone else confirms exactly what was proposed, and it is decided
 * once.
 */
export class Desk {
  private readonly run: Run
  private readonly operators: BuiltUser[]
  private readonly proposals: Proposals

  private constructor(run: Run, operators: BuiltUser[]) {
    this.run = run
    this.operators = operators
    this.proposals = new Proposals(run, operators)
  }

  static async open(run: Run): Promise<Desk> {
    const operators: BuiltUser[] = []
    for (const [at, email] of OPERATOR_EMAILS.entries())
      operators.push(await buildSeller(run.world.pool, `Operator ${at}`, email))
    return new Desk(run, operators)
  }

  /** Performs a step and returns its outcome in a few words. Throws Violation where the product breaks a rule. */
  async perform(step: DeskStep): Promise<string> {
    switch (step.do) {
      case 'contest':
        return this.contest(step)
      case 'decide_dispute':
        return this.decide(step)
      case 'confirm_proposal':
        return this.proposals.confirm(step)
      case 'reject_proposal':
      case 'withdraw_proposal':
        return this.proposals.endByHand(step)
      case 'outlast_proposals':
        await this.age(PROPOSAL_DAYS * 24)
        if (step.expires) await this.run.advance(0)
        return step.expires ? 'expired' : 'not noticed yet'
    }
  }

  /**
   * Moves the times of open proposals back by this many hours. What was proposed never changes, so this bypasses its
   * guard.
   */
  async age(hours: number): Promise<void> {
    await inTransaction(this.run.world.pool, async (tx) => {
      await execute(tx, sql`set local session_replication_role = 'replica'`)
      await execute(
        tx,
        sql`update operator_proposals set proposed_at = proposed_at - make_interval(hours => ${hours}),
          expires_at = expires_at - make_interval(hours => ${hours})`,
      )
    })
  }

  private async contest({ deal: at, by }: Extract<DeskStep, { do: 'contest' }>): Promise<string> {
    const deal = this.run.deals[at]
    const payment = this.run.payments[at]
    if (deal === undefined || payment === undefined) return 'nothing to dispute'
    const { call } = this.run.world
    const opened = await call(deal[by], 'disputes.open', {
      params: { id: payment },
      body: { reason: 'other', statement: 'It was agreed otherwise.' },
    })
    if (opened.status !== 200) return codeOf('contest', opened)
    const answered = await call(deal[by === 'seller' ? 'creator' : 'seller'], 'disputes.state', {
      params: { id: String(opened.body['id']) },
      body: { statement: 'It was agreed so.' },
    })
    return codeOf('contest', answered)
  }

  private async decide({
    deal: at,
    percent,
    by,
  }: Extract<DeskStep, { do: 'decide_dispute' }>): Promise<string> {
    const deal = this.run.deals[at]
    const operator = this.operators[by]
    if (deal === undefined || operator === undefined) return 'no deal'
    const dispute = await maybeRow<{ id: string; status: string }>(
      this.run.world.pool,
      sql`select id, status from deal_disputes where project_id = ${deal.projectId}
        order by opened_at desc, id limit 1`,
    )
    if (dispute === null) return 'no dispute'
    const frozen = await frozenBy(this.run.world, dispute.id)
    const cents = frozen.reduce((sum, { amount }) => sum + amount, 0)
    const returned = Math.floor((cents * percent) / 100)
    const outcome = percent === 0 ? 'release' : percent === 100 ? 'refund' : 'split'
    const before = await moneyIn(this.run.world)
    const answer = await this.run.world.call(operator, 'operator.decide_dispute', {
      params: { id: dispute.id },
      body: {
        outcome,
        reason: REASON,
        ...(outcome === 'split' ? { returned_amount: usdFromCents(returned) } : {}),
      },
    })
    const code = codeOf('decide_dispute', answer)
    if (code === 'ok' && dispute.status !== 'decided' && cents < SECOND_PERSON_FROM_CENTS) {
      this.run.noteDecided(frozen, returned)
      return 'decided alone'
    }
    if ((await moneyIn(this.run.world)) !== before)
      throw new Violation('M14', `one operator moved ${cents} cents: ${code}`)
    if (code !== 'ok') return code
    return dispute.status === 'decided' ? 'decided before' : 'proposed'
  }
}
