import { NICHES, PLATFORMS } from '#contract/profiles.ts'
import { below, idOf, oneOf, share } from './draw.ts'
import type { Market } from './market.ts'
import { packageFacets } from './packages.ts'
import { type GeneratedTable, line, moment } from './table.ts'
import { BIOS, FIRST_NAMES, LAST_NAMES, TRADES } from './words.ts'

const DAY = 24 * 3_600_000

/** `person<n>@market.example`, brands first. */
export const emailOf = (n: number): string => `person${n}@market.example`

/** The words that creators are found by. */
export const PERSON_WORDS = [...FIRST_NAMES, ...LAST_NAMES, ...BIOS]

const nameOf = (n: number) => `${oneOf(FIRST_NAMES, n, 20)} ${oneOf(LAST_NAMES, n, 21)}`

/**
 * Everyone joined before the oldest project, some only just before it: in order, as the rows of a grown market lie in
 * their table.
 */
function joinedAt({ now, sellers, creators }: Market, n: number): number {
  const place = n < sellers ? (n + share(n, 22)) / sellers : (n - sellers + share(n, 22)) / creators
  return now - (241 + (1 - place) * 700) * DAY
}

/** Brands and creators with their accounts; all sign in with the password whose hash is given. */
export function peopleTables(market: Market, passwordHash: string): GeneratedTable[] {
  const count = market.sellers + market.creators
  const sells = (n: number) => n < market.sellers
  function* everyone(write: (n: number, id: string) => string) {
    for (let n = 0; n < count; n++) yield write(n, idOf('person', n))
  }
  return [
    {
      name: 'auth.users',
      columns: [
        'id',
        'email',
        'password_hash',
        'email_confirmed_at',
        'created_at',
        'updated_at',
        'user_metadata',
      ],
      lines: () =>
        everyone((n, id) => {
          const since = moment(joinedAt(market, n))
          const data = `{"name": "${nameOf(n)}", "role": "${sells(n) ? 'seller' : 'creator'}"}`
          return line(id, emailOf(n), passwordHash, since, since, since, data)
        }),
    },
    {
      name: 'auth.identities',
      columns: ['id', 'user_id', 'provider', 'provider_id', 'email', 'identity_data'],
      lines: () =>
        everyone((n, id) =>
          line(
            idOf('identity', n),
            id,
            'email',
            id,
            emailOf(n),
            `{"sub": "${id}", "email": "${emailOf(n)}"}`,
          ),
        ),
    },
    {
      name: 'profiles',
      columns: [
        'id',
        'name',
        'email',
        'role',
        'avatar_url',
        'bio',
        'niches',
        'rates',
        'social_links',
        'company_name',
        'industry',
        'stripe_customer_id',
        'created_at',
        'greeted_at',
        'shown_from',
        'package_from',
        'package_facets',
      ],
      lines: () =>
        everyone((n, id) =>
          sells(n)
            ? brandLine(n, id, joinedAt(market, n))
            : creatorLine(n, id, { since: joinedAt(market, n), place: n - market.sellers }),
        ),
    },
    {
      name: 'stripe_accounts',
      columns: ['user_id', 'stripe_account_id', 'onboarding_complete', 'created_at'],
      lines: () =>
        everyone((n, id) =>
          sells(n) ? '' : line(id, `acct_generated${n}`, true, moment(joinedAt(market, n))),
        ),
    },
  ]
}

function brandLine(n: number, id: string, since: number): string {
  const company = `${oneOf(LAST_NAMES, n, 23)} ${oneOf(TRADES, n, 24)}`
  const industry = oneOf(TRADES, n, 24)
  return line(
    id,
    nameOf(n),
    emailOf(n),
    'seller',
    null,
    null,
    [],
    '{}',
    '{}',
    company,
    industry,
    `cus_generated${n}`,
    moment(since),
    moment(since),
    '-infinity',
    null,
    [],
  )
}

function creatorLine(
  n: number,
  id: string,
  { since, place }: { since: number; place: number },
): string {
  const { from, facets } = packageFacets(place)
  const first = below(n, 25, NICHES.length)
  const niches = [...NICHES, ...NICHES].slice(first, first + 1 + below(n, 26, 4))
  const platforms = PLATFORMS.filter((_, place) => share(n, 27 + place) < 0.5)
  const links = platforms.map(
    (platform) => `"${platform}": "https://${platform}.example/person${n}"`,
  )
  return line(
    id,
    nameOf(n),
    emailOf(n),
    'creator',
    null,
    oneOf(BIOS, n, 31),
    niches,
    `{"Video": ${100 + below(n, 32, 90) * 10}}`,
    `{${links.join(', ')}}`,
    null,
    null,
    null,
    moment(since),
    moment(since),
    '-infinity',
    from,
    facets,
  )
}
