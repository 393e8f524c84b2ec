import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { jpegPicture } from '#scripts/demo/pictures.ts'
import { videoPath } from '#scripts/demo/videos.ts'
import { assignedItems, uploadsText } from '#contract/delivered-pieces.ts'
import type { HandedIn, Piece } from './deal.ts'
import { type Acts, chosenOf, type Play, present } from './play.ts'

async function say(play: Play, line: number): Promise<void> {
  const { id } = await play.seller.call('conversations.open', {
    body: { project_id: play.projectId, creator_id: chosenOf(play).userId },
  })
  const speaker = line % 2 === 0 ? play.seller : chosenOf(play)
  // Answering means having read.
  await speaker.call('messages.read', { params: { id } })
  const content = present(play.deal.talk?.[line], 'message')
  await speaker.call('messages.send', { params: { id }, body: { content } })
}

async function upload(play: Play, piece: Piece) {
  const [bytes, type] =
    'video' in piece
      ? [await readFile(videoPath(piece.video, 'mp4')), 'video/mp4']
      : [await jpegPicture(piece.art), 'image/jpeg']
  const { file } = piece
  return {
    type,
    id: (await chosenOf(play).upload('deliverable-files', file, type, bytes, play.projectId)).id,
  }
}

async function deliver(play: Play, work: HandedIn): Promise<void> {
  const { notes, more = [], aiParts = ['none'] } = work
  const creator = chosenOf(play)
  const params = { id: play.projectId }
  const uploaded = await Promise.all([work, ...more].map((piece) => upload(play, piece)))
  const { items } = await creator.call('checks.before', { params, query: {} })
  const assigned = assignedItems(
    uploaded.map(({ type }) => ({ type, chosen: undefined })),
    items,
  )
  const files = uploaded.map(({ id }, nth) => ({ file_id: id, item_id: assigned[nth] ?? null }))
  const query = { files: uploadsText(files) }
  const { checks: asked } = await creator.call('checks.before', { params, query })
  const checks = asked.map(({ check_id, machine }) => ({
    check_id,
    ticked: machine === null,
    reason: machine === false ? 'As we agreed in our messages.' : null,
  }))
  const delivered = await creator.call('deliverables.submit', {
    params,
    body: { files, notes, post_url: null, ai_parts: aiParts, checks },
  })
  play.deliverables.push(delivered.id)
}

const work = (play: Play, nth: number) => present(play.deal.work?.[nth], `work ${nth}`)
const delivered = (play: Play, nth: number) => ({
  params: { id: present(play.deliverables.at(nth), 'delivery') },
})

/** The two sides' messages, deliveries and responses while the work goes on. */
export const WORK_ACTS = {
  say,
  deliver: (play, nth) => deliver(play, work(play, nth)),
  /** Less work for less money: proposed by the creator, accepted by the brand; the difference goes back to the card. */
  lower_price: async (play) => {
    const { price, pieces, note } = present(play.deal.lowers, 'lower price')
    const params = { id: play.projectId }
    const { terms } = await chosenOf(play).call('amendments.list', { params })
    const { items, ...brief } = present(terms.brief, 'agreed brief')
    const fewer = items.map((item) => (item.what === 'video' ? { ...item, count: pieces } : item))
    const proposal = { id: randomUUID(), price, note, brief: { ...brief, items: fewer } }
    await chosenOf(play).call('amendments.propose', { params, body: proposal })
    await play.seller.call('amendments.accept', { params: { id: proposal.id } })
  },
  /** More money, for another round or for more work: proposed by the creator, accepted by the brand. */
  raise_price: async (play) => {
    const { price, rounds = null, note } = present(play.deal.raises, 'higher price')
    const proposal = { id: randomUUID(), price, rounds, note }
    const params = { id: play.projectId }
    await chosenOf(play).call('amendments.propose', { params, body: proposal })
    await play.seller.call('amendments.accept', { params: { id: proposal.id } })
  },
  revise: async (play) => {
    const reviewer_notes = present(play.deal.revision, 'revision')
    await play.seller.call('deliverables.request_revision', {
      ...delivered(play, 0),
      body: { reviewer_notes },
    })
  },
  approve: async (play) => {
    await play.seller.call('deliverables.approve', {
      ...delivered(play, -1),
      body: { release: false },
    })
  },
  approve_and_release: async (play) => {
    await play.seller.call('deliverables.approve', {
      ...delivered(play, -1),
      body: { release: true },
    })
  },
} as const satisfies Acts
