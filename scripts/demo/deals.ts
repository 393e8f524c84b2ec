import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { NewAnswers } from '#contract/note-answer-schemas.ts'
import type { ProjectDetail } from '#contract/project-schemas.ts'
import type { DemoProject } from './cast.ts'
import { reviewInNotes } from './notes.ts'
import { picture, pngPicture } from './pictures.ts'
import { completeOnboarding, payCheckout, type Visit } from './provider-pages.ts'
import type { Session } from './session.ts'
import { videoPath } from './videos.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Ends the wait for an event of the provider that never arrives, in ms: a busy machine takes its time. */
const PATIENCE_MS = 300_000

/** Sets up payouts as a creator does: connect, finish on the provider's page, refresh. */
export async function setUpPayouts(creator: Session, visit?: Visit): Promise<void> {
  const { onboarding_url } = await creator.call('payouts.onboard')
  await completeOnboarding(onboarding_url, visit)
  await creator.call('payouts.refresh')
}

/** How a project is played: the payment method, and whether the work of the running deal is videos or pictures. */
interface Playing {
  pay?: (checkoutUrl: string) => Promise<void>
  films?: boolean
}

/** Plays one project of the cast from its posting to its end. Returns its id. */
export async function playProject(
  project: DemoProject,
  seller: Session,
  creators: ReadonlyMap<string, Session>,
  { pay = payCheckout, films = false }: Playing = {},
): Promise<string> {
  const id = await postProject(project, seller)
  const applicationIds: string[] = []
  for (const offer of project.applications) {
    const application = await sessionOf(creators, offer.by).call('applications.submit', {
      params: { id },
      body: { message: offer.message, proposed_price: offer.price },
    })
    applicationIds.push(application.id)
  }
  if (project.invite !== undefined) {
    const invited = sessionOf(creators, project.invite).userId
    await seller.call('invitations.send', {
      body: { project_id: id, creator_id: invited, message: null },
    })
  }
  if (project.ends === 'cancelled') await seller.call('projects.cancel', { params: { id } })
  const [chosen] = applicationIds
  const [offer] = project.applications
  if (
    (project.ends === 'held' || project.ends === 'completed') &&
    chosen !== undefined &&
    offer !== undefined
  ) {
    const creator = sessionOf(creators, offer.by)
    await runDeal(project, { id, applicationId: chosen, seller, creator, pay, films })
  }
  return id
}

async function postProject(project: DemoProject, seller: Session): Promise<string> {
  const images: string[] = []
  for (const name of project.pictures) {
    const bytes = await picture(name)
    images.push((await seller.upload('product-images', `${name}.webp`, 'image/webp', bytes)).url)
  }
  const posted = await seller.call('projects.create', {
    body: {
      title: project.title,
      category: project.category,
      description: project.description,
      product_details: project.details ?? null,
      budget: project.budget,
      deadline: new Date(Date.now() + project.deadlineIn * DAY_MS).toISOString().slice(0, 10),
      product_images: images,
      status: project.ends === 'draft' ? 'draft' : 'active',
    },
  })
  return posted.id
}

interface AcceptedDeal {
  id: string
  applicationId: string
  seller: Session
  creator: Session
  pay: (checkoutUrl: string) => Promise<void>
  films: boolean
}

async function runDeal(
  project: DemoProject,
  { id: projectId, applicationId, seller, creator, pay, films }: AcceptedDeal,
): Promise<void> {
  await seller.call('applications.accept', { params: { id: applicationId } })
  const { checkout_url } = await seller.call('payments.create', {
    body: { project_id: projectId, application_id: applicationId },
  })
  if (checkout_url === null) throw new Error('funding opened no page to pay on')
  await pay(checkout_url)
  await until(seller, projectId, (timeline) => timeline.funded_at !== null)
  await talk(projectId, seller, creator, project.ends === 'completed' ? TOTE_TALK : MUG_TALK)

  if (project.ends === 'completed') {
    await deliver(
      creator,
      projectId,
      'tote-full.png',
      's-tote',
      'All five, in the order of the morning.',
    )
    const [delivered] = await seller.call('deliverables.for_project', { params: { id: projectId } })
    if (delivered !== undefined) {
      await seller.call('deliverables.approve', {
        params: { id: delivered.id },
        body: { release: true },
      })
    }
    await until(seller, projectId, (timeline) => timeline.released_at !== null)
    await sealReview(creator, projectId)
    return
  }
  const [one, two] = films ? FILMS : STILLS
  const first = await deliver(creator, projectId, ...one)
  if (films) {
    const handIn = (answers: NewAnswers) => deliver(creator, projectId, ...two, answers)
    return reviewInNotes({ seller, creator }, first, SLOWER, handIn)
  }
  await seller.call('deliverables.request_revision', {
    params: { id: first },
    body: { reviewer_notes: SLOWER },
  })
  await deliver(creator, projectId, ...two)
}

/** The creator has written a review, the brand has not: shows a sealed review from both sides. */
async function sealReview(creator: Session, projectId: string): Promise<void> {
  const { reviews } = await creator.call('reputation.of_deal', { params: { id: projectId } })
  if (reviews === null) return
  await creator.call('reputation.write', {
    params: { id: reviews.mine.id },
    body: {
      scores: { first: 5, second: 4, third: 5 },
      again: true,
      body: 'A clear brief, and feedback within the day.',
      note: 'The tote held two melons. You may say so.',
    },
  })
}

const SLOWER = "Please slow the opening down, and keep the maker's mark in frame for two seconds."

/** Two versions of a piece of work: the name of each file, what it shows, and the creator's note. */
type Versions = readonly [first: Piece, second: Piece]
type Piece = readonly [name: string, art: string, notes: string]

const STILLS: Versions = [
  ['reel-01-first-cup.png', 'v-mugs', 'First cut of the opening.'],
  [
    'reel-01-first-cup-v2.png',
    'v-stack',
    "Re-cut with the slower opening. Maker's mark is in frame from 0:08. Natural sound only.",
  ],
]
const FILMS: Versions = [
  ['reel-01-first-cup.mp4', 'first-cup', 'First cut of the opening.'],
  [
    'reel-01-first-cup-v2.mp4',
    'first-cup-v2',
    "Re-cut with the slower opening. Maker's mark is in frame from 0:05. Natural sound only.",
  ],
]

async function deliver(
  creator: Session,
  projectId: string,
  name: string,
  art: string,
  notes: string,
  answers: NewAnswers = [],
): Promise<string> {
  const isFilm = name.endsWith('.mp4')
  const bytes = isFilm ? await readFile(videoPath(art, 'mp4')) : await pngPicture(art)
  const type = isFilm ? 'video/mp4' : 'image/png'
  const file = await creator.upload('deliverable-files', name, type, bytes, projectId)
  const delivered = await creator.call('deliverables.submit', {
    params: { id: projectId },
    body: { file_id: file.id, notes, post_url: null, ai_parts: ['none'], answers },
  })
  return delivered.id
}

/** The messages between the two, the brand first and then alternating. */
type Talk = readonly string[]

const MUG_TALK: Talk = [
  'Lovely to have you on this. The parcel leaves tomorrow morning.',
  'Thank you! Is the coral glaze the one you want facing camera?',
  'Yes, coral to camera. Ink can sit behind.',
  'Perfect. I will send a first cut by the weekend.',
]
const TOTE_TALK: Talk = [
  'Glad you took this one. The tote is on its way.',
  'It is here, and it holds more leeks than I expected.',
  'Please keep one picture of it empty, hung up.',
  'By the back door, then. You have all five after Saturday’s market.',
]

async function talk(
  projectId: string,
  seller: Session,
  creator: Session,
  lines: Talk,
): Promise<void> {
  const { id } = await seller.call('conversations.open', {
    body: { project_id: projectId, creator_id: creator.userId },
  })
  for (const [turn, content] of lines.entries()) {
    const speaker = turn % 2 === 0 ? seller : creator
    // Answering means having read.
    await speaker.call('messages.read', { params: { id } })
    await speaker.call('messages.send', { params: { id }, body: { content } })
  }
}

/** Waits for the effect of the provider's events. Throws when it does not happen. */
async function until(
  viewer: Session,
  projectId: string,
  happened: (timeline: ProjectDetail['timeline']) => boolean,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  while (performance.now() < deadline) {
    const project = await viewer.call('projects.get', { params: { id: projectId } })
    if (happened(project.timeline)) return
    await pause(50)
  }
  throw new Error('the payment provider did not report in time')
}

function sessionOf(creators: ReadonlyMap<string, Session>, key: string): Session {
  const session = creators.get(key)
  if (session === undefined) throw new Error(`nobody in the cast is called ${key}`)
  return session
}
