import { type MailBrand, type MailContent, renderMail, type RenderedMail } from './mail-layout.ts'

/** What a domain tells somebody by mail. Plain text throughout; people's own words may be among it. */
export type NotificationContent = Pick<MailContent, 'subject' | 'heading' | 'lines' | 'action'>

/** A mail about somebody's project, application, payment or message. Send it with `queueMail`. */
export function notificationMail(brand: MailBrand, content: NotificationContent): RenderedMail {
  return renderMail(brand, {
    ...content,
    note: `You get this because you have an account at ${brand.brandName} and this concerns your work there.`,
  })
}
