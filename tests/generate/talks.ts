import { everyProject } from './deals.ts'
import { below, idOf, oneOf, share } from './draw.ts'
import { creatorId, type GeneratedProject, type Market } from './market.ts'
import { type GeneratedTable, line, moment } from './table.ts'
import { LINES, QUESTIONS } from './words.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The share of brands that also ask someone else, before they choose or while no one is chosen. */
const ASKED = 0.7

/** Two people's messages about a project. */
interface GeneratedTalk {
  conversationId: string
  project: GeneratedProject
  creatorId: string
  /** Milliseconds. */
  since: number
  messages: number
  /** Who wrote first; after that they take turns. */
  begins: 'seller' | 'creator'
  messageId: (seq: number) => string
  lines: readonly string[]
}

/** Every deal has its conversation, and many projects have one more: a question to an applicant. */
function* everyTalk(market: Market): Generator<GeneratedTalk> {
  for (const project of everyProject(market)) {
    const { n, deal, applications } = project
    if (deal !== null) {
      yield {
        conversationId: idOf('conversation', n),
        project,
        creatorId: deal.creatorId,
        since: deal.acceptedAt,
        messages: deal.messages,
        begins: 'creator',
        messageId: (seq) => idOf('message', n * 12 + seq),
        lines: LINES,
      }
    }
    const [, asked] = applications
    // Today's applicants are only asked tomorrow.
    if (asked === undefined || asked.at > market.now - DAY || share(n, 57) > ASKED) continue
    yield {
      conversationId: idOf('question', n),
      project,
      creatorId: creatorId(market, asked.creator),
      since: asked.at,
      messages: 1 + below(n, 58, 3),
      begins: 'seller',
      messageId: (seq) => idOf('answer', n * 4 + seq),
      lines: QUESTIONS,
    }
  }
}

const sentAt = ({ since }: GeneratedTalk, seq: number) => since + seq * MINUTE * 3

/** Conversations and their messages. */
export function talkTables(market: Market): GeneratedTable[] {
  return [
    {
      name: 'conversations',
      columns: [
        'id',
        'project_id',
        'seller_id',
        'creator_id',
        'created_at',
        'updated_at',
        'last_seq',
      ],
      *lines() {
        for (const talk of everyTalk(market)) {
          const { conversationId, project, creatorId: creator, since, messages } = talk
          const last = moment(sentAt(talk, messages))
          yield line(
            conversationId,
            project.id,
            project.sellerId,
            creator,
            moment(since),
            last,
            messages,
          )
        }
      },
    },
    {
      name: 'messages',
      columns: [
        'id',
        'conversation_id',
        'sender_id',
        'recipient_id',
        'content',
        'created_at',
        'read_at',
        'seq',
      ],
      *lines() {
        for (const talk of everyTalk(market))
          for (let seq = 1; seq <= talk.messages; seq++) yield messageLine(market, talk, seq)
      },
    },
  ]
}

function messageLine(market: Market, talk: GeneratedTalk, seq: number): string {
  const { project, creatorId: creator, messages, begins, conversationId, messageId, lines } = talk
  const n = project.n * 12 + seq
  const at = sentAt(talk, seq)
  const pair = [project.sellerId, creator] as const
  const [sender, recipient] = (seq % 2 === 1) === (begins === 'seller') ? pair : pair.toReversed()
  // The newest may still be unread, though its notification is days old.
  const waits = seq === messages && at < market.now - 4 * DAY
  const read = waits && share(n, 52) < 0.2 ? null : moment(at + 9 * MINUTE)
  return line(
    messageId(seq),
    conversationId,
    sender,
    recipient,
    oneOf(lines, n, 53),
    moment(at),
    read,
    seq,
  )
}
