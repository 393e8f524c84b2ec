import { paths } from '#contract/paths.ts'
import { NOTIFICATION_KIND_WORDS } from '#contract/notification-kind-words.ts'
import { type NotificationKind } from '#contract/notifications.ts'
import { type MailBrand, type MailContent, renderMail } from './mail-layout.ts'
import type { RenderedMail } from '#server/jobs/job-payloads.ts'

/** A domain's mail to a person. Plain text throughout; people's own words may be part of it. */
export type NotificationContent = Pick<
  MailContent,
  'subject' | 'heading' | 'lines' | 'pictures' | 'action'
>

/** The kind of mail, and where its reader can switch it off. */
export interface Subscription {
  kind: NotificationKind
  unsubscribeUrl: string
}

/** A mail about a person's own account, which no preference switches off. */
export const accountMail = (brand: MailBrand, content: NotificationContent): RenderedMail =>
  renderMail(brand, {
    ...content,
    note: `You get this because it concerns your account at ${brand.brandName}.`,
  })

/** A mail about a person's project, application, payment or message. Send it with `queueMail`. */
export function notificationMail(
  brand: MailBrand,
  content: NotificationContent,
  { kind, unsubscribeUrl }: Subscription,
): RenderedMail {
  const { about } = NOTIFICATION_KIND_WORDS[kind]
  return renderMail(brand, {
    ...content,
    note: `You get this because you have an account at ${brand.brandName} and this concerns your work there.`,
    links: [
      { label: `Stop emails about ${about}`, url: unsubscribeUrl },
      { label: 'Choose what you get', url: `${brand.siteUrl}${paths.mailSettings}` },
    ],
  })
}
