import { SUPPORT_ANSWER_TEXT } from '#contract/promises.ts'
import { REVIEW_WINDOW_TEXT } from '#contract/review-words.ts'
import { brand } from '#web/page/brand.ts'
import { LegalPage, type LegalSection } from './LegalPage.tsx'

const sections: readonly LegalSection[] = [
  {
    id: 'honest',
    title: 'Be who you say you are',
    body: (
      <p>
        Use your own name or your shop’s, your own face, your own work. A portfolio shows what you
        made. Prices, budgets and deadlines are meant as written. You must be at least 18.
      </p>
    ),
  },
  {
    id: 'brands',
    title: 'For brands',
    body: (
      <ul>
        <li>
          Describe the work so that a stranger could price it: what, how many, for what use, by
          when.
        </li>
        <li>Fund the project before you expect work to begin.</li>
        <li>
          Approve or ask for changes within {REVIEW_WINDOW_TEXT}, with a note that says what and
          why.
        </li>
        <li>Ask only for changes within the brief. More than that is a new agreement.</li>
        <li>
          Never ask for unpaid samples, reviews that are not meant, or a deal outside of the
          platform.
        </li>
      </ul>
    ),
  },
  {
    id: 'creators',
    title: 'For creators',
    body: (
      <ul>
        <li>Apply to what you can deliver, at a price you will keep.</li>
        <li>
          Deliver your own work by the deadline, and say early when something comes in between.
        </li>
        <li>Use only music, pictures and people you have the right to show.</li>
        <li>
          Label paid content where you publish it, as the platform you publish on and the law
          require.
        </li>
        <li>Do not deliver generated content as if you had filmed it.</li>
      </ul>
    ),
  },
  {
    id: 'ai',
    title: 'People’s work and AI',
    body: (
      <p>
        Creators’ work is not training material. Brands may not use content for AI training, nor
        pass it on for that, without a written agreement with the creator.
      </p>
    ),
  },
  {
    id: 'respect',
    title: 'Respect',
    body: (
      <p>
        No harassment, threats, hate or discrimination, in a brief, in a conversation or in the
        content. No sexual content, no content that endangers anybody, nothing illegal. Keep what
        you learn about each other in a project to yourself.
      </p>
    ),
  },
  {
    id: 'money',
    title: 'Fair money',
    body: (
      <p>
        Payments go through the platform, so that both sides are protected. Stolen cards, disputed
        charges for work that was approved, and payments for anything but the project lead to the
        end of the account.
      </p>
    ),
  },
  {
    id: 'reporting',
    title: 'Reporting and consequences',
    body: (
      <p>
        Tell us what happened at{' '}
        <a className="link" href={`mailto:${brand.supportEmail}`}>
          {brand.supportEmail}
        </a>
        ; we answer within {SUPPORT_ANSWER_TEXT}. Depending on how serious it is we remove content,
        warn, pause or close an account. You may always ask us to look at a decision again.
      </p>
    ),
  },
]

/** The rules for how people treat each other here; part of the terms. */
export function CommunityGuidelines() {
  return (
    <LegalPage
      title="Community Guidelines"
      lead={`A deal on ${brand.name} is between two people. These are the manners we ask of both.`}
      sections={sections}
    />
  )
}
