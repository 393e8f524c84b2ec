import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { CHANGE_NOTICE_TEXT } from '#contract/promises.ts'
import { KEPT_FOR, periodText } from '#contract/retention.ts'
import { brand } from '#web/page/brand.ts'
import { paths } from '#contract/paths.ts'
import { formatLongDay } from '#web/ui/dates.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'what-we-collect',
    title: 'What we collect',
    body: (
      <>
        <ul>
          <li>
            Your account: name, email address, role, and a hash of your password or your Google
            account’s number.
          </li>
          <li>Your profile: what you choose to write there, pictures, links, niches and rates.</li>
          <li>
            Your projects: briefs, applications, messages, deliverables, notes and their dates.
          </li>
          <li>
            Payments: amounts, states and dates, and of a saved card its brand, last four digits and
            expiry. Card numbers go to {brand.provider} directly and never reach us.
          </li>
          <li>
            Technical records: time, address and outcome of requests, kept to run the service and to
            stop abuse.
          </li>
          <li>
            What may tell that two accounts are one person’s: of the cards you pay with or are paid
            out to, the networks you sign in from and the browsers you sign in with, a hash that
            nobody can read back. Deals between such accounts do not count in public figures.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'why',
    title: 'What we use it for',
    body: (
      <p>
        To run your account and your projects, to pay and be paid, to send you the mails that belong
        to them, to keep the service secure, and to meet legal duties such as bookkeeping. We do not
        sell personal data, show no advertising, and do not train AI models on what you upload or
        write.
      </p>
    ),
  },
  {
    id: 'who-sees',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>Everybody: your public profile. It never shows your email address.</li>
          <li>
            The other side of an accepted application: your email address, the conversation, the
            deliverables and the state of the payment of that project.
          </li>
          <li>Brands: an application you sent to their project.</li>
          <li>{brand.provider}: what it needs to take payments, pay out and verify who is paid.</li>
          <li>Google: only if you choose “Continue with Google”, that you signed in here.</li>
          <li>Authorities: only where the law obliges us.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'files',
    title: 'Files',
    body: (
      <p>
        Profile pictures and product images are public. Deliverables and proof screenshots are
        private to the two parties of their project and are handed out by links that expire after
        minutes. Pictures are re-encoded when they arrive, which removes the place and device
        information cameras write into them.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <>
        <p>
          Account and profile data as long as the account exists. Projects, deliverables and what
          was agreed stay with their deal, since both sides rely on them; your address, picture and
          links leave them when you delete your account. Payment records, documents and licences as
          long as bookkeeping law and those who rely on them require. For everything else there is a
          period, and a job that keeps to it every day:
        </p>
        <ul>
          {Object.values(KEPT_FOR)
            .filter(({ isTold }) => isTold)
            .map(({ what, period, from }) => (
              <li key={what}>
                {what}: {periodText(period)} {from}.
              </li>
            ))}
        </ul>
        <p>
          Most of it is gone earlier if you delete your account. Only what is needed to look into
          abuse that is under way may stay longer.
        </p>
      </>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <p>
        You can read and change your profile at any time. Under Settings, Data, you can download a
        copy of your data and delete your account; deleting takes your address, picture, texts and
        links out of everything, and your name too, except from deals that were paid for, whose
        records both sides and the law need. It waits while money is held or on its way. Write to us
        to have something corrected or to object to a use of it. We answer within 30 days. What we
        must keep by law is blocked instead of deleted. Depending on where you live you may also
        complain to a data protection authority.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        The service is not for children under 13, and we do not knowingly collect their data. To use
        it you must be at least 18. If you believe that a child gave us data, tell us and we delete
        it.
      </p>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <p>
        Connections are encrypted, passwords are stored only as salted hashes, sign-in tokens are
        short-lived and can be ended by you, and access to data inside the company is limited to who
        needs it. No system is perfect; if something happens that concerns you, we tell you without
        delay.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage',
    body: (
      <p>
        See the{' '}
        <Link className="link" to={paths.cookiePolicy}>
          Cookie Policy
        </Link>
        . In short: what keeps you signed in, keeps accounts safe and shows pages as you set them.
        No tracking.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        We announce changes at least {CHANGE_NOTICE_TEXT} ahead. Questions go to{' '}
        <a className="link" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
        .
      </p>
    ),
  },
]

const never = () => () => {}
const today = () => formatLongDay(new Date())

/** The privacy policy. It shows today's date as last updated (SPEC §2), in the reader's own time zone. */
export function Privacy() {
  // Empty on the server: a prerendered page must not contain the date of its build.
  const updated = useSyncExternalStore(never, today, () => '')
  return (
    <LegalPage
      title="Privacy Policy"
      lead="What we know about you, why, who sees it, and how to have it changed or deleted."
      updated={<>Last updated: {updated}</>}
      sections={sections}
      getStarted
    />
  )
}
