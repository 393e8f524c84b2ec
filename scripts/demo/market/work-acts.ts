import { readFile } from 'node:fs/promises'
import { jpegPicture } from '#scripts/demo/pictures.ts'
import { videoPath } from '#scripts/demo/videos.ts'
import type { HandedIn } from './deal.ts'
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

async function deliver(play: Play, piece: HandedIn): Promise<void> {
  const creator = chosenOf(play)
  const [bytes, type] =
    'video' in piece
      ? [await readFile(videoPath(piece.video, 'mp4')), 'video/mp4']
      : [await jpegPicture(piece.art), 'image/jpeg']
  const { file, notes } = piece
  const { id } = await creator.upload('deliverable-files', file, type, bytes, play.projectId)
  const params = { id: play.projectId }
  const { checks: asked } = await creator.call('checks.before', { params, query: { file: id } })
  const checks = asked.map(({ check_id, machine }) => ({
    check_id,
    ticked: machine === null,
    reason: machine === false ? 'As we agreed in our messages.' : null,
  }))
  const delivered = await creator.call('deliverables.submit', {
    params,
    body: { file_id: id, notes, post_url: null, checks },
  })
  play.deliverables.push(delivered.id)
}

const work = (play: Play, nth: number) => present(play.deal.work?.[nth], `work ${nth}`)
const delivered = (play: Play, nth: number) => ({
  params: { id: present(play.deliverables.at(nth), 'delivery') },
})

/** What the two sides write, hand in and answer while the work goes on. */
export const WORK_ACTS = {
  say,
  deliver: (play, nth) => deliver(play, work(play, nth)),
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
