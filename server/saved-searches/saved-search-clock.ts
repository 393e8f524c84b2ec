import { paths } from '#contract/paths.ts'
import type { SavedSearch } from '#contract/saved-search-schemas.ts'
import { FINDS_NAMED, SEARCH_MAIL_EVERY_MS, searchWords } from '#contract/saved-searches.ts'
import type { Clocks } from '#server/clocks/tick.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { notificationMail } from '#server/mail/notification-mail.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { addressOf, wantsMail } from '#server/notifications/reader-store.ts'
import { unsubscribeUrl } from '#server/notifications/unsubscribe-link.ts'
import { claimSearch, searchesToNotify, takeFinds } from './saved-search-store.ts'

/** One mail per search and day: the matches since the last one. */
export const savedSearchClocks: Clocks = {
  'finds of saved searches': async (deps, now) => {
    const since = new Date(now.getTime() - SEARCH_MAIL_EVERY_MS)
    const due = await searchesToNotify(deps.pool, since)
    return due.map(
      ({ id }) =>
        () =>
          mailFinds(deps, id, since, now),
    )
  },
}

/** Claims a search's mail and queues it in one transaction: a concurrent run finds nothing due. */
async function mailFinds(deps: Deps, id: string, since: Date, now: Date): Promise<void> {
  await inTransaction(deps.pool, async (tx) => {
    const search = await claimSearch(tx, id, since, now)
    if (search === null) return
    const finds = await takeFinds(tx, search, now)
    const to = await addressOf(tx, search.user_id, now)
    if (to === null || finds.length === 0) return
    if (!(await wantsMail(tx, search.user_id, 'searches'))) return
    const { brandName, publicUrl: siteUrl } = deps.config
    const url = unsubscribeUrl(deps.config, { userId: search.user_id, kind: 'searches' })
    const mail = notificationMail(
      { brandName, siteUrl },
      {
        ...wordsOf(search, finds),
        action: { label: 'See them all', url: `${siteUrl}${paths.search(search.about, search)}` },
      },
      { kind: 'searches', unsubscribeUrl: url },
    )
    const dedupeId = `search-${search.id}-${now.getTime()}`
    await queueMail(tx, to, mail, { dedupeId, unsubscribeUrl: url })
  })
}

function wordsOf(search: SavedSearch, finds: readonly { name: string }[]) {
  const what = search.about === 'projects' ? 'project' : 'creator'
  const many = finds.length
  const subject = `${many} new ${what}${many === 1 ? '' : 's'} for ${searchWords(search)}`
  const lines = finds.slice(0, FINDS_NAMED).map(({ name }) => name)
  if (many > FINDS_NAMED) lines.push(`And ${many - FINDS_NAMED} more.`)
  return { subject, heading: subject, lines }
}
