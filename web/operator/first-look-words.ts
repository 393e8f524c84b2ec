import { FIRST_LOOK_DAYS, FIRST_LOOK_HOURS } from '#contract/reports.ts'

/** How soon reports get a first look, shown next to the goal. */
export const firstLookWords = (hours: number | null): string =>
  hours === null
    ? `Reports: none was first looked at in the last ${FIRST_LOOK_DAYS} days.`
    : `Reports: half are first looked at within ${hours} h (last ${FIRST_LOOK_DAYS} days; the goal is ${FIRST_LOOK_HOURS} h).`
