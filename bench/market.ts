import { CATEGORIES } from '#contract/projects.ts'
import { onDatabase } from './workspace.ts'

/** How much there is: a market of some months, which still fits into PostgreSQL's own memory. */
export const MARKET = {
  sellers: 400,
  creators: 1_600,
  projects: 4_000,
  conversations: 400,
  messages: 8_000,
} as const

/**
 * Fills a migrated, empty database with people, projects in every state, conversations and messages. The
 * same rows in every run, except their ids.
 */
export async function fillMarket(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, people, projects, conversations, messages)
  // What a market of some months has had: statistics to plan by, and no row that waits to be looked after.
  await onDatabase(databaseUrl, 'vacuum (freeze, analyze)', 'checkpoint')
}

const list = (values: readonly string[]) =>
  `array[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')}]`

/** One of some values, another one for each row: `n` walks through them, `step` apart. */
const pick = (values: readonly string[], step = 1) =>
  `(${list(values)})[1 + (n * ${step}) % ${values.length}]`

const FIRST_NAMES = [
  'Ada',
  'Bilal',
  'Chiara',
  'Dmitri',
  'Esra',
  'Femi',
  'Greta',
  'Hana',
  'Iker',
  'Jun',
  'Kofi',
]
const LAST_NAMES = [
  'Aldana',
  'Brandt',
  'Castell',
  'Dufour',
  'Eklund',
  'Farrow',
  'Gupta',
  'Holm',
  'Ito',
  'Jansen',
  'Kaya',
  'Lindqvist',
  'Moreau',
]
const TRADES = [
  'Ceramics',
  'Outdoor',
  'Skincare',
  'Coffee',
  'Audio',
  'Linen',
  'Cycles',
  'Pantry',
  'Optics',
]

const people = `
  create temporary table cast_list as
    select n, gen_random_uuid() as id, n <= ${MARKET.sellers} as sells,
      ${pick(FIRST_NAMES, 3)} || ' ' || ${pick(LAST_NAMES, 5)} as name,
      now() - n * interval '5 hours' as since
    from generate_series(1, ${MARKET.sellers + MARKET.creators}) n;
  insert into auth.users (id, email, email_confirmed_at, created_at)
    select id, 'person' || n || '@example.com', since, since from cast_list;
  insert into profiles (id, name, email, role, avatar_url, company_name, bio, created_at)
    select id, name, 'person' || n || '@example.com', case when sells then 'seller' else 'creator' end,
      '/storage/public/avatars/' || id || '/' || gen_random_uuid() || '.webp',
      case when sells then split_part(name, ' ', 2) || ' ' || ${pick(TRADES)} end,
      'Small rooms, daylight, close hands.', since
    from cast_list`

const GOODS = [
  'stoneware mugs',
  'a folding camp stove',
  'night serum',
  'filter coffee',
  'desk speakers',
  'linen bedding',
  'a commuter bike',
  'pantry jars',
  'reading glasses',
  'wool socks',
  'a pour-over kettle',
]
const WORKS = [
  'Three unboxing reels for',
  'A quiet morning with',
  'How-to shorts about',
  'An honest month with',
  'Before and after:',
  'Two product stories on',
  'A weekend away with',
]
const OPENINGS = [
  'We are launching this line in spring and want to show it in real homes, not in a studio.',
  'You get the full set by post and keep it; film it where you would really use it.',
  'Our customers ask the same five questions, and we would like somebody to answer them on camera.',
  'A calm, well-lit piece that says what it is made of and how it wears after some weeks.',
]
const TASKS = [
  'Three vertical videos of 20 to 40 seconds, natural light, hands in frame, no music with words.',
  'One long piece of two to three minutes and two short cuts of it, with subtitles in English.',
  'Ten stills and one reel; please show the packaging being opened and what is left of it after.',
]

const projects = `
  insert into projects (seller_id, title, description, product_details, category, budget, deadline, product_images,
      status, created_at)
    select (select id from profiles where email = 'person' || (1 + n * 7 % ${MARKET.sellers}) || '@example.com'),
      ${pick(WORKS, 3)} || ' ' || ${pick(GOODS, 5)},
      ${pick(OPENINGS)} || ' ' || ${pick(TASKS)} || ' Reference ' || n || '.',
      case when n % 3 = 0 then 'Ships from our own workshop within a week.' end,
      ${pick(CATEGORIES, 7)},
      15000 + (n * 37 % 240) * 500, current_date + (10 + n % 60),
      case n % 3 when 0 then '{}' else array[
        '/storage/public/product-images/' || gen_random_uuid() || '/' || gen_random_uuid() || '.webp'] end,
      ${pick(['active', 'active', 'active', 'in_progress', 'completed', 'active', 'draft', 'active', 'completed', 'cancelled'])},
      now() - n * interval '97 minutes'
    from generate_series(1, ${MARKET.projects}) n`

const conversations = `
  insert into conversations (project_id, seller_id, creator_id, created_at, updated_at)
    select project.id, project.seller_id, creator.id, project.created_at, project.created_at
    from (select *, row_number() over (order by created_at desc) as n
        from projects where status = 'in_progress') project
      join profiles creator on creator.email = 'person' || (${MARKET.sellers} + project.n) || '@example.com'
    where project.n <= ${MARKET.conversations}`

const LINES = [
  'The parcel arrived this morning, thank you. I will film on Thursday if the light holds.',
  'Could you start with the lid closed?',
  'Here is a first cut. The second take has better sound, the first has the better ending, so tell me which.',
  'Looks good to us!',
  'We would prefer the kitchen to the balcony, and please leave the price out.',
]

const messages = `
  insert into messages (conversation_id, sender_id, content, created_at, read_at)
    select conversation.id, case when n % 2 = 0 then seller_id else creator_id end, ${pick(LINES)},
      updated_at + n * interval '7 minutes', now()
    from (select *, row_number() over (order by created_at) as place from conversations) conversation
      join generate_series(1, ${MARKET.messages}) n on n % ${MARKET.conversations} + 1 = conversation.place`
