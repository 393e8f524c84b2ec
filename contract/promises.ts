import { daysText } from './number-text.ts'

/** SPEC §9: what the pages promise about our support and changes to the terms. */
export const SUPPORT_ANSWER_HOURS = 24
export const CHANGE_NOTICE_DAYS = 30

export const SUPPORT_ANSWER_TEXT = `${SUPPORT_ANSWER_HOURS} hours`
export const CHANGE_NOTICE_TEXT = daysText(CHANGE_NOTICE_DAYS)
