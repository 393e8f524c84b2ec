import { type Fragment, raw } from '#server/db/sql.ts'

/**
 * How hiring for `projects` ended: 'filled', 'closed' by its brand, 'over' with its last day. Null while the project
 * hires, if it was cancelled, and if it wants only one creator. `before` is a column with an event's id, to get the
 * state at that moment: what happened to the project later must not affect it. Returns the text of a statement; never
 * pass input.
 */
export const hiringEnd = (before?: string): Fragment =>
  raw(`case when projects.seats > 1 then (
    select case ended.move when 'start' then 'filled' when 'cancel' then null
        else case when ended.actor_id is null then 'over' else 'closed' end end
      from events ended where ended.entity = 'project' and ended.entity_id = projects.id
        and ended.move in ('start', 'close', 'lapse', 'cancel')${before === undefined ? '' : ` and ended.id < ${before}`}
      order by ended.id desc limit 1) end`)
