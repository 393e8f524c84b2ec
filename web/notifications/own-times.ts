import { formatMoment } from '#web/ui/dates.ts'

/** How a notice writes a moment: `minuteWords` of the contract. */
const MINUTE =
  /\b((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}, \d{4}), (\d\d:\d\d) UTC\b/g

/** A sentence of the server's with its moments by the reader's clock: "Jun 28, 2026 4:05 PM", where mails have "14:05 UTC". */
export const withOwnTimes = (sentence: string): string =>
  sentence.replace(MINUTE, (words, day: string, time: string) => {
    const moment = new Date(`${day} ${time} UTC`)
    // A title may look like one and be none.
    return Number.isNaN(moment.getTime()) ? words : formatMoment(moment.toISOString())
  })
