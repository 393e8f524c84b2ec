import { expect, test } from 'vitest'
import {
  confirmSignUpMail,
  emailChangeMail,
  passwordChangedMail,
  recoveryMail,
} from './account-mails.ts'
import { notificationMail } from './notification-mail.ts'

const brand = { brandName: 'Cartwright', siteUrl: 'https://cartwright.example' }
const link =
  'https://cartwright.example/auth/v1/verify?token=pkce_abc&type=signup&redirect_to=https%3A%2F%2Fcartwright.example%2F&via=mail'

test.each([
  [confirmSignUpMail(brand, { link, code: '012345' }), 'Confirm your email for Cartwright'],
  [recoveryMail(brand, { link, code: '012345' }), 'Reset your Cartwright password'],
  [
    emailChangeMail(brand, { link, code: '012345', newEmail: 'new@example.com', both: true }),
    'Confirm your new email for Cartwright',
  ],
])('a mail with a link contains it in both HTML and text', (mail, subject) => {
  expect(mail.subject).toBe(subject)
  expect(mail.text).toContain(`\n${link}\n`)
  expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
  for (const body of [mail.text, mail.html]) expect(body).toContain('012345')
})

test('the reader’s own address appears unchanged', () => {
  const mail = emailChangeMail(brand, {
    link,
    code: '012345',
    newEmail: 'ada@shop.example',
    both: true,
  })
  for (const body of [mail.text, mail.html]) expect(body).toContain('ada@shop.example')
})

test('the mail about a changed password contains no link with a token', () => {
  const mail = passwordChangedMail(brand)
  expect(mail.subject).toBe('Your Cartwright password was changed')
  expect(mail.text).not.toContain('token=')
})

test('user-supplied text is escaped in HTML and links, and cannot inject a header through the subject', () => {
  const evil = `"><script>alert('x')</script>`
  const mail = notificationMail(
    brand,
    {
      subject: `New application\r\nBcc: victim@example.com`,
      heading: evil,
      lines: [evil, 'two\nlines'],
      action: { label: evil, url: `https://cartwright.example/?q=${evil}` },
    },
    {
      kind: 'applications',
      unsubscribeUrl: `https://cartwright.example/unsubscribe?token=${evil}`,
    },
  )
  expect(mail.subject).toBe('New application Bcc: victim@example. com')
  expect(mail.html).not.toContain('<script')
  expect(mail.html).not.toMatch(/href="[^"]*"[^> ]*>[^<]*alert\('/)
  expect(mail.html).toContain('&quot;&gt;&lt;script&gt;')
  expect(mail.html).toContain('two<br>lines')
  expect(mail.text).toContain(evil)
})
