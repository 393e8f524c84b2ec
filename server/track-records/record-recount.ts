import {
  RANK_BASE,
  RANK_PRIORS,
  RANK_WEIGHT,
  type RankedFigure,
  RECORD_FROM,
  FIGURES,
} from '#contract/track-record.ts'
import { type Fragment, raw, sql, type Statement } from '#server/db/sql.ts'
import { badgesOf } from './record-badges.ts'
import { recordSamples } from './record-samples.ts'

/**
 * Returns the rank: how far a Bayesian mean is above the prior, in thousandths of the figure's unit, added to
 * RANK_BASE, which is the rank of someone with too few items.
 */
function rankOf(name: RankedFigure): string {
  const [n, of] = [0, 1].map((place) => `(figured.figures->'${name}'->>${place})::float8`)
  const { kind } = FIGURES[name]
  const prior = `${RANK_PRIORS[name]}::float8`
  // For a median, lower is better. A mean is over three scores each.
  const above =
    kind === 'minutes'
      ? `(${prior} - ${n}) * ${of}`
      : `(${n}${kind === 'mean' ? ' / 3' : ''} - ${prior} * ${of})`
  return `case when ${of} >= ${RECORD_FROM} then greatest(0, ${RANK_BASE} + floor(1000 * ${above} / (${RANK_WEIGHT} + ${of})))
    else ${RANK_BASE} end::integer as rank_${name}`
}

const ranks = (Object.keys(RANK_PRIORS) as RankedFigure[]).map(rankOf).join(', ')

/** The result of a recount for each person, in the order of the columns of `track_records`. */
export const RECOUNTED = [
  'deals',
  'figures',
  'badges',
  ...Object.keys(RANK_PRIORS).map((name) => `rank_${name}`),
] as const

/**
 * The statement that recounts a record: `people` selects (person, side, at), where `at` is the moment to count at.
 * Reads events, deals and shown reviews, and from the stored row only the badges, which are kept by other bounds than
 * they are earned by. `figured` is materialized because ranks and badges read its figures some thirty times: otherwise
 * each of them would count everything again.
 */
export const recount = (
  people: Statement | Fragment,
): Statement => sql`with who as materialized (${people}),
  ${recordSamples},
  counts as (
    select person, figure, jsonb_build_array(
        case when count(minutes) > 0 then percentile_disc(0.5) within group (order by minutes)
          else count(*) filter (where good) end, count(*)) as counted
      from samples group by person, figure
    union all
    select person, 'rating', jsonb_build_array(score_sum, total)
      from who cross join lateral deal_review_figures(person, at) where total > 0),
  figured as materialized (
    select person, at, (select count(*)::integer from deals where deals.person = who.person) as deals,
        coalesce((select jsonb_object_agg(figure, counted) from counts where counts.person = who.person), '{}') as figures
      from who)
  select figured.person as profile_id, deals, figures, ${badgesOf} as badges, ${raw(ranks)}, at as computed_at
    from figured left join (select profile_id, badges from track_records) old on old.profile_id = figured.person`
