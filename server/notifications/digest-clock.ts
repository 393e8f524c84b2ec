import { COVERED_MESSAGE, fileCountText } from '#contract/conversation-words.ts'
import { DIGEST_AFTER_MS } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { daysBefore } from '#server/clocks/days.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { mayWrite } from '#server/apart/apart.ts'
import { maybeRow, oneRow, rows, sql } from '#server/db/sql.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { notificationMail } from '#server/mail/notification-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { digestSubject } from './digest-pushes.ts'
import { sendToAll } from './notification-pushes.ts'
import { addressOf, isLookingAt, wantsMail, wantsPush } from './reader-store.ts'
import { unsubscribeUrl } from './unsubscribe-link.ts'

/** Messages older than this, in days, are not mailed: after a long outage no one wants old messages. */
const LOOK_BACK_DAYS = 3
/** The number of messages quoted in a digest, and of characters of each. Our choice. */
const QUOTED = { messages: 3, characters: 200 } as const

/** A conversation with unread messages, and its reader. */
interface Waiting {
  conversation_id: string
  user_id: string
}

/** Sends one mail and one push per conversation until it is read, for messages left unread for ten minutes. */
export const digestClocks: Clocks = {
  'messages left unread': async (deps, now) => {
    const due = await rows<Waiting>(
      deps.pool,
      sql`select unread.conversation_id, unread.user_id from (
          select conversation_id, recipient_id as user_id, min(created_at) as since from messages
          where messages.read_at is null and messages.created_at > ${daysBefore(now, LOOK_BACK_DAYS)}
            and messages.created_at <= ${new Date(now.getTime() - DIGEST_AFTER_MS)}
          group by 1, 2) unread
        left join message_digests digests on digests.conversation_id = unread.conversation_id
          and digests.user_id = unread.user_id
        join conversations on conversations.id = unread.conversation_id
        join profiles reader on reader.id = unread.user_id and reader.shown_from is not null
        where (digests.sent_at is null or digests.sent_at < unread.since) and ${mayWrite}`,
    )
    return due.map((waiting) => () => sendDigest(deps, waiting, now))
  },
}

/**
 * Claims the digest and queues its mail in one transaction: a concurrent run finds nothing due. Claims nothing if the
 * two are apart by now or the reader's account was deleted, and waits for a deletion that is under way.
 */
async function sendDigest(deps: Deps, about: Waiting, now: Date): Promise<void> {
  const { conversation_id: conversationId, user_id: userId } = about
  await inTransaction(deps.pool, async (tx) => {
    const path = paths.conversation(conversationId)
    // A reader who has the conversation open sees the messages there; otherwise the next tick mails them.
    if (await isLookingAt(tx, userId, path, now)) return
    const claimed = await maybeRow(
      tx,
      sql`insert into message_digests as digest (user_id, conversation_id, sent_at)
        select reader.id, conversations.id, ${now} from conversations cross join profiles reader
        where conversations.id = ${conversationId} and ${mayWrite}
          and reader.id = ${userId} and reader.shown_from is not null
        for key share of reader
        on conflict (user_id, conversation_id) do update set sent_at = excluded.sent_at
          where digest.sent_at < (select min(created_at) from messages
            where conversation_id = ${conversationId} and recipient_id = ${userId} and read_at is null)
        returning 1`,
    )
    if (claimed === null) return
    const to = await addressOf(tx, userId, now)
    if (to === null) return
    if (await wantsPush(tx, userId, 'messages')) {
      const about = { conversation_id: conversationId, since: now.toISOString() }
      await sendToAll(tx, userId, about, now)
    }
    if (!(await wantsMail(tx, userId, 'messages'))) return
    const messages = await rows<{ content: string; file_count: number; sender: string }>(
      tx,
      sql`select case when covered_at is null then messages.content else ${COVERED_MESSAGE} end as content,
          case when covered_at is null then messages.file_count else 0 end as file_count, coalesce(profiles.company_name, profiles.name) as sender
        from messages join profiles on profiles.id = messages.sender_id
        where conversation_id = ${conversationId} and recipient_id = ${userId} and read_at is null
        order by messages.created_at, messages.id`,
    )
    const sender = messages[0]?.sender
    if (sender === undefined) return
    const { title } = await oneRow<{ title: string }>(
      tx,
      sql`select projects.title from conversations join projects on projects.id = conversations.project_id
        where conversations.id = ${conversationId}`,
    )
    const { brandName, publicUrl: siteUrl } = deps.config
    const url = unsubscribeUrl(deps.config, { userId, kind: 'messages' })
    const mail = notificationMail(
      { brandName, siteUrl },
      {
        ...wordsOf(sender, title, messages),
        action: { label: 'Open the conversation', url: `${siteUrl}${path}` },
      },
      { kind: 'messages', unsubscribeUrl: url },
    )
    const dedupeId = `digest-${conversationId}-${userId}-${now.getTime()}`
    await queueMail(tx, to, mail, { dedupeId, unsubscribeUrl: url })
  })
}

function wordsOf(sender: string, title: string, messages: readonly Quoted[]) {
  const many = messages.length
  const subject = digestSubject(sender, many)
  const left = many - QUOTED.messages
  const lines = messages.slice(0, QUOTED.messages).map(quoted)
  if (left > 0) lines.push(`And ${left} more.`)
  return { subject, heading: subject, lines: [`About “${title}”:`, ...lines] }
}

/** A message as the digest quotes it. */
interface Quoted {
  content: string
  file_count: number
}

/** Its words, and the number of attached files. */
function quoted({ content, file_count: files }: Quoted): string {
  if (files === 0) return shortened(content)
  return content === '' ? fileCountText(files) : `${shortened(content)} (${fileCountText(files)})`
}

/** By grapheme, so that no emoji is cut in two. */
function shortened(content: string): string {
  const characters = Array.from(content)
  if (characters.length <= QUOTED.characters) return content
  return `${characters.slice(0, QUOTED.characters).join('')}…`
}
