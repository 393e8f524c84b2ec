import type { Pool } from '#server/db/pool.ts'
import { execute, sql } from '#server/db/sql.ts'
import type { AccessWorld } from '#tests/access/access-world.ts'

/** Contained in every text of a world that is not for strangers, followed by what the text is. */
const MARK = 'zqx-private-'
const TITLE = 'title'

/** What no stranger may read of a world: its private ids, the addresses of its people, and the mark in its texts. */
export interface PrivateMarks {
  /** The first of them that a response contains, in words; null for none. */
  foundIn(body: string): string | null
  /** The same without ids and titles: for callers who may see states and amounts, but no words. */
  wordsFoundIn(body: string): string | null
}

/** Writes the mark into the texts of a world's deal, and lists everything that is private in it. */
export async function markPrivate(pool: Pool, world: AccessWorld): Promise<PrivateMarks> {
  const { owner, counterpart, applicant } = world.people
  const mark = (place: string) => `${MARK}${place}`
  for (const statement of [
    sql`update messages set content = ${mark('message')} where conversation_id = ${world.conversation.id}`,
    sql`update applications set message = ${mark('application')}
      where id in (${world.application.id}, ${world.pending.id}, ${world.toFund.id})`,
    sql`update project_invitations set message = ${mark('invitation')} where id = ${world.invitation.id}`,
    sql`update review_notes set body = ${mark('note')} where id in (${world.note.id}, ${world.draftNote.id})`,
    sql`update creator_lists set name = ${mark('list')} where id = ${world.list.id}`,
    sql`update listed_creators set note = ${mark('list')} where list_id = ${world.list.id}`,
    sql`update package_orders set words = ${mark('order')} where id = ${world.order.id}`,
    sql`update reports set body = ${mark('report')} where id = ${world.report.id}`,
    sql`update files set file_name = ${`${mark('file')}.mp4`} where id = ${world.freshFile.id}`,
    sql`update projects set title = ${mark(TITLE)} where id = ${world.draft.id}`,
    sql`insert into tax_profiles (user_id, legal_name, address, country, business, updated_at)
      values (${owner.id}, ${mark('tax details')}, ${mark('tax details')}, 'DE', false, now())`,
  ])
    await execute(pool, statement)
  const people = [owner, counterpart, applicant].map(({ email }) => email)
  const ids = new Map<string, string>(
    Object.entries({
      conversation: world.conversation,
      application: world.application,
      pending: world.pending,
      offer: world.offer,
      amendment: world.amendment,
      invitation: world.invitation,
      order: world.order,
      draft: world.draft,
      message: world.message,
      session: world.session,
      'payment method': world.paymentMethod,
      payment: world.payment,
      'held payment': world.heldPayment,
      dispute: world.dispute,
      document: world.document,
      deliverable: world.deliverable,
      report: world.report,
      sanction: world.sanction,
      list: world.list,
      'guest link': world.guestLink,
      note: world.note,
      file: world.freshFile,
    }).map(([name, { id }]): [string, string] => [id, `the id of a ${name}`]),
  )
  const wordsIn = (body: string) => {
    const at = body.indexOf(MARK)
    if (at !== -1) return body.slice(at, at + 40)
    return people.some((email) => body.includes(email)) ? 'someone’s address' : null
  }
  return {
    foundIn: (body) => wordsIn(body) ?? [...ids].find(([id]) => body.includes(id))?.[1] ?? null,
    wordsFoundIn: (body) => wordsIn(body.replaceAll(mark(TITLE), '')),
  }
}
