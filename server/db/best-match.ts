import type { Place } from '#contract/paging.ts'
import { cursorId, oneMoreThan, type SearchedTable } from './search.ts'
import { type Fragment, raw, sql, type Statement } from './sql.ts'

/** The table that best matches are searched in. */
export interface RankedSearch {
  table: SearchedTable
  /** As typed. */
  wanted: string
  /** Further conditions on a row; `projects` or `profiles` is one of the tables searched. */
  where: Statement
  /** Where the page begins: after this rank, time and id. */
  place: Place | null
  page: number
}

/**
 * The ranks, best first: the name starts with it, a word of the name does, the name contains it, only the rest does.
 */
const RANKS = [4, 3, 2, 1] as const

/**
 * The rows that match, with their `score`, best first and the newest of a rank first: those after `place`, one more
 * than a page, unordered.
 * Each rank is searched separately, in its fastest way: a common word along the newest rows, a rare one through an
 * index on names only. PostgreSQL runs the parts of a `union all` one after another and stops at the limit, so a rank
 * is not searched when better ones fill the page.
 */
export function bestMatches({ table, wanted, where, place, page }: RankedSearch): Statement {
  const t = raw(table)
  const limit = oneMoreThan(page)
  const [score, time] = place?.keys ?? [RANKS[0], 'infinity']
  const behind = (rank: number) =>
    rank === score
      ? sql`and (${t}.created_at, ${t}.id) < (${time}::timestamptz, ${cursorId(place, 'falling')}::uuid)`
      : raw('')
  const [best, ...others] = RANKS.filter((rank) => rank <= Number(score)).map(
    (rank) => sql`(select ${t}.*, ${raw(String(rank))} as score from ${t}
      where ${where} and ${ranked(table, rank, wanted)} and search_weighs(${t}.search) is not null ${behind(rank)}
      order by ${t}.created_at desc, ${t}.id desc limit ${limit})`,
  )
  if (best === undefined) return sql`(select ${t}.*, 0 as score from ${t} where false)`
  const all = others.reduce((upper, lower) => sql`${upper} union all ${lower}`, best)
  return sql`(select * from (${all}) ranked limit ${limit})`
}

/** The rank of a matching row. */
export const rankOf = (table: SearchedTable, wanted: string): Statement =>
  rankOfHead(raw(`search_head(${table}.search)`), wanted)

/** The same from the row's head: its name or title, with the X that begins it. */
export const rankOfHead = (head: Fragment, wanted: string): Statement =>
  sql`case when ${head} like search_head_begins(${wanted}) then 4
    when ${head} like search_word_begins(${wanted}) then 3
    when ${head} like search_pattern(${wanted}) then 2 else 1 end`

/** The condition that a row has exactly this rank. */
function ranked(table: SearchedTable, rank: (typeof RANKS)[number], wanted: string) {
  const head = raw(`search_head(${table}.search)`)
  const begins = sql`${head} like search_head_begins(${wanted})`
  if (rank === 4) return begins
  const wordBegins = sql`${head} like search_word_begins(${wanted})`
  if (rank === 3) return sql`${wordBegins} and not (${begins})`
  if (rank === 2)
    return sql`${head} ~ search_within_word(${wanted}) and not (${wordBegins}) and not (${begins})`
  return sql`search_tail(${raw(table)}.search) like search_pattern(${wanted})
    and ${head} not like search_pattern(${wanted})`
}
