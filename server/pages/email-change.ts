import { EMAIL_CHANGE_ATTRIBUTE, type EmailChangeBy } from '#contract/pages.ts'

/** A built page that tells its scripts which mailboxes confirm a change of address. */
export const withEmailChange = (html: string, by: EmailChangeBy): string =>
  html.replace(/<html(?=[ >])/, `<html ${EMAIL_CHANGE_ATTRIBUTE}="${by}"`)
