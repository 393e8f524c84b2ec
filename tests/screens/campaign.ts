import { CREATORS, DEMO_PASSWORD, ELLEN } from '#scripts/demo/cast.ts'
import { payCheckout } from '#scripts/demo/provider-pages.ts'
import { picture, pngPicture } from '#scripts/demo/pictures.ts'
import { signIn, type Session } from '#scripts/demo/session.ts'
import { until } from '#scripts/processes.ts'
import { ADDRESS } from '#tests/support/shipments.ts'

const TITLE = 'Three first pours from the new teapot'
const DAY_MS = 86_400_000
/** The sandbox reports a payment within a second. */
const FUNDED_MS = 60_000

/**
 * Creates a project that hires several, as far along as its pages need: one delivered, whose parcel arrived damaged,
 * one hired and unfunded, whose address is wanted, one who asks. Leaves a copy that already has it as it is. Returns
 * its id.
 */
export async function stageCampaign(url: string): Promise<string> {
  const brand = await signIn(url, ELLEN.email, DEMO_PASSWORD)
  const mine = await brand.call('projects.mine', { query: {} })
  // The project's deals have the same title.
  const existing = mine.find(({ title, listing_id }) => title === TITLE && listing_id === undefined)
  if (existing) return existing.id
  const image = await brand.upload(
    'product-images',
    'teapot.webp',
    'image/webp',
    await picture('harrow-bowl'),
  )
  const { id } = await brand.call('projects.create', {
    body: {
      title: TITLE,
      category: 'home',
      description:
        'Vertical, twenty to forty seconds: the first pour from the new teapot, by daylight.',
      budget: 250,
      deadline: inDays(40),
      product_details: 'A teapot for each of you, to keep.',
      product_images: [image.url],
      seats: 3,
      hiring_until: inDays(20),
      budget_total: 800,
      status: 'active',
    },
  })
  await brand.call('shipping.plan', {
    params: { id },
    body: { product: 'The new teapot in sage', value: 48, days: 10 },
  })
  const [maya, jonas, priya] = await Promise.all(
    CREATORS.slice(0, 3).map(({ email }) => signIn(url, email, DEMO_PASSWORD)),
  )
  if (!maya || !jonas || !priya) throw new Error('the cast has lost a creator')
  const [first, second] = await applyAll(id, [
    [maya, 240, 'One pour, one cup, and the steam against a dark wall.'],
    [jonas, 260, 'I would build a small counter and light it from below.'],
    [priya, 250, 'The lid in close-up, and the first drop without a sound.'],
  ])
  const hired = await brand.call('projects.hire', {
    params: { id },
    body: { application_ids: [first ?? '', second ?? ''] },
  })
  if (hired.rows.length !== 2) throw new Error('nobody was hired')
  const hires = await brand.call('projects.hires', { params: { id }, query: {} })
  const hers = hires.find(({ creator }) => creator?.id === maya.userId)
  if (hers === undefined) throw new Error('her deal is missing')
  await fund(brand, hers.project.id, first ?? '')
  await deliver(maya, hers.project.id)
  await damage(brand, maya, hers.project.id)
  return id
}

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

async function applyAll(
  id: string,
  offers: readonly (readonly [Session, number, string])[],
): Promise<string[]> {
  const made = new Array<string>()
  for (const [creator, proposed_price, message] of offers) {
    const application = await creator.call('applications.submit', {
      params: { id },
      body: { message, proposed_price },
    })
    made.push(application.id)
  }
  return made
}

/** Pays for an accepted application and waits until the money is held. */
export async function fund(
  brand: Session,
  projectId: string,
  applicationId: string,
): Promise<void> {
  const { checkout_url } = await brand.call('payments.create', {
    body: { project_id: projectId, application_id: applicationId },
  })
  if (checkout_url === null) throw new Error('funding opened no page to pay on')
  await payCheckout(checkout_url)
  const funded = async () => {
    const project = await brand.call('projects.get', { params: { id: projectId } })
    return project.timeline.funded_at !== null
  }
  if (!(await until(funded, FUNDED_MS))) throw new Error('the payment was not reported')
}

async function deliver(creator: Session, projectId: string): Promise<void> {
  const file = await creator.upload(
    'deliverable-files',
    'first-pour.png',
    'image/png',
    await pngPicture('c-maya-mug'),
    projectId,
  )
  await creator.call('deliverables.submit', {
    params: { id: projectId },
    body: { file_id: file.id, notes: 'The steam worked out.', post_url: null, answers: [] },
  })
}

/** Ships the product, which arrives damaged. */
async function damage(brand: Session, creator: Session, projectId: string): Promise<void> {
  const params = { id: projectId }
  await creator.call('shipping.give_address', { params, body: ADDRESS })
  await brand.call('shipping.ship', {
    params,
    body: { carrier: 'Parcel Post', number: '4711', link: 'https://track.example/4711' },
  })
  await creator.call('shipping.report', {
    params,
    body: { problem: 'damaged', words: 'The lid has a chip. The pot itself is fine.' },
  })
}
