import { CHANGE_NOTICE_TEXT } from '#contract/promises.ts'
import { brand } from '#web/page/brand.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'what',
    title: 'What this is about',
    body: (
      <p>
        Websites can leave small pieces of data in your browser: cookies, which are sent along with
        every request, and local storage, which stays in the browser. This page lists all of both
        that {brand.name} uses.
      </p>
    ),
  },
  {
    id: 'what-we-store',
    title: 'What we store',
    body: (
      <>
        <ul>
          <li>
            <b>Your session</b> (local storage, name begins with “sb-” and ends with “-auth-token”):
            keeps you signed in in this browser. Written when you sign in, removed when you sign
            out.
          </li>
          <li>
            <b>A sign-in in progress</b> (local storage, “…-code-verifier”): proves that the browser
            that started a sign-in is the one that finishes it. Removed when it is done.
          </li>
          <li>
            <b>Your theme</b> (local storage, “cartwright-theme”): only if you chose light or dark
            instead of following your system.
          </li>
          <li>
            <b>Places on a page</b> (session storage): where you had scrolled to, so that Back leads
            there. Gone when you close the tab.
          </li>
        </ul>
        <p>
          Six cookies. Scripts cannot read the first four. None is for advertising or analytics.
        </p>
        <ul>
          <li>
            <b>known-device</b>: that an account was signed in here, so that others who guess its
            password cannot lock you out of this browser. 180 days.
          </li>
          <li>
            <b>browser</b>: a random name of this browser, set when you sign in. We keep a hash of
            it to leave deals between two accounts of one person out of all figures. 400 days.
          </li>
          <li>
            <b>sign-in</b>: that the browser that left for Google is the one that returns. Only
            while you sign in with Google.
          </li>
          <li>
            <b>page-session</b>: which session a page is opened in, so that our server can send it
            with what you came for. It opens pages and nothing else. An hour, and not after you sign
            out.
          </li>
          <li>
            <b>signed-out</b>: that you signed out here, in case our server could not be reached. An
            hour, or until you sign in.
          </li>
          <li>
            <b>zone</b>: the time zone your browser is set to, so that our server writes days and
            times as your clock shows them. Set while you are signed in. A year.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'others',
    title: 'Pages of others',
    body: (
      <p>
        When you pay, set up payouts or choose “Continue with Google”, you go to pages of{' '}
        {brand.provider} or Google. They set cookies of their own there, under their own policies,
        to keep payments safe and to know you when you come back.
      </p>
    ),
  },
  {
    id: 'control',
    title: 'Your control',
    body: (
      <p>
        Sign out to remove the session, choose “System theme” at the foot of any page to remove the
        theme, or clear the site’s data in your browser’s settings to remove everything. Without the
        session storage you can still read all public pages, but not sign in.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        If this list changes we update this page, and announce anything that is not strictly
        necessary at least {CHANGE_NOTICE_TEXT} ahead. Questions go to{' '}
        <a className="link" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
        .
      </p>
    ),
  },
]

/** Everything the browser stores for us, item by item. */
export function CookiePolicy() {
  return (
    <LegalPage
      title="Cookie Policy"
      lead="What is kept in your browser, by name, and how to remove it. It is a short list."
      sections={sections}
    />
  )
}
