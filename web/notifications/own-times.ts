import { formatMoment } from '#web/ui/dates.ts'

/** The format of a moment in a notice: `minuteWords` of the contract. */
const MINUTE =
  /\b((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}), (\d\d:\d\d) UTC\b/g

/**
 * Rewrites the moments of a server's sentence in the reader's local time: "Jun 28, 2026 4:05 PM", where mails have
 * "14:05 UTC".
 */
export const withOwnTimes = (sentence: string): string =>
  sentence.replace(MINUTE, (words, day: string, time: string) => {
    const moment = new Date(`${day} ${time} UTC`)
    // Part of a title may look like a moment without being one.
    return Number.isNaN(moment.getTime()) ? words : formatMoment(moment.toISOString())
  })
